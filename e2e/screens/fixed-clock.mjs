// Loaded before server and worker where pictures are compared: their clock stands still, so that dates and times on the screens
// are the same in every run.
const moment = Date.parse(process.env.FIXED_TIME ?? '')
if (Number.isNaN(moment)) throw new Error('FIXED_TIME is no moment')
const Real = Date
globalThis.Date = class Date extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [moment] : given))
  }
  static now() {
    return moment
  }
}

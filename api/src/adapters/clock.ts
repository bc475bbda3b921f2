/** The bank's clock. The business day is the calendar day in Africa/Dakar, which is UTC all year (domain.md 1.4). */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export const businessDate = (clock: Clock) => clock.now().toISOString().slice(0, 10)
export const unixSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

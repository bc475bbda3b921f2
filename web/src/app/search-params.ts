// Reads the search parameters of a screen. They are untrusted input: unknown parameters and unreadable values are
// dropped.

/** Reads one parameter; undefined if the text is not a valid value. */
type Reader<Value> = (text: string) => Value | undefined
type Shape = Record<string, Reader<string | number>>
type Search<S extends Shape> = { [Name in keyof S]?: ReturnType<S[Name]> | undefined }

const matching =
  (form: RegExp): Reader<string> =>
  (text) =>
    form.test(text) ? text : undefined

const UUID_FORM = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const uuid = matching(new RegExp(`^${UUID_FORM}$`, 'i'))
/** At most fifty ids separated by commas. */
export const uuids = matching(new RegExp(`^${UUID_FORM}(?:,${UUID_FORM}){0,49}$`, 'i'))
/** The text of a search field: without control characters, and limited in length as lists require. */
export const searchText = matching(/^(?=.*\S)[^\p{Cc}]{1,64}$/u)
export const pageNumber: Reader<number> = (text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined)
export const chequeNumber: Reader<string> = (text) => (/^\d{1,7}$/.test(text) ? text.padStart(7, '0') : undefined)
/** In the minor unit. */
export const amount: Reader<number> = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** A date of the calendar within the years in which the bank may have data. */
export const day: Reader<string> = (text) =>
  /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)
    ? text
    : undefined

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  (text) =>
    values.find((value) => value === text)

/** The bounds of a range: both are dropped if the end is before the start. */
const RANGES = [
  ['from', 'to'],
  ['min', 'max'],
] as const

/**
 * The parameters of a screen. The router parses numbers in the address, so each value is converted to text first.
 * `unfit`: the parameters that are invalid in combination.
 */
export function searchOf<const S extends Shape>(
  shape: S,
  unfit: (search: Search<S>) => readonly (keyof S & string)[] = () => [],
) {
  const validate = (search: Record<string, unknown>): Search<S> => {
    const known: Record<string, string | number> = {}
    for (const [name, read] of Object.entries(shape)) {
      const given = search[name]
      const value = ['string', 'number', 'boolean'].includes(typeof given) ? read(String(given)) : undefined
      if (value !== undefined) known[name] = value
    }
    for (const [low, high] of RANGES) {
      const [start, end] = [known[low], known[high]]
      if (start === undefined || end === undefined || start <= end) continue
      delete known[low]
      delete known[high]
    }
    for (const name of unfit(known as Search<S>)) delete known[name]
    return known as Search<S>
  }
  return Object.assign(validate, { names: Object.keys(shape) })
}

/** The parameters in the address that the screen will not read: they are removed from it. */
export function ignoredParameters(given: Record<string, unknown>, read: Record<string, unknown>): string[] {
  return Object.keys(given).filter((name) => !(name in read) || String(given[name]) !== String(read[name]))
}

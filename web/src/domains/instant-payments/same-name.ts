/** A name without case, accents and signs, its parts in alphabetical order. */
const partsOf = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .toSorted()

/** Whether two names are the same person's: banks write them in capitals, without accents, the family name first or last. */
export function isSameName(one: string, other: string): boolean {
  const [few, many] = [partsOf(one), partsOf(other)].toSorted((a, b) => a.length - b.length)
  // A second first name may be missing on one side.
  return few !== undefined && many !== undefined && few.length > 0 && few.every((part) => many.includes(part))
}

// Decides whether two names belong to the same person or company, however each is written (decision 0040). Pure.

const legalForms = new Set(
  'sarl sarlu suarl sa sas sasu snc scs sci scp eurl gie ets etablissement etablissements ste societe cie ltd limited inc llc gmbh'.split(
    ' ',
  ),
)
const titles = new Set('m mr mrs ms mme mlle monsieur madame mademoiselle'.split(' '))

/** Text in brackets distinguishes entries of a list and is not part of the name: a place, a branch, an abbreviation. */
const withoutBrackets = (name: string) => name.replaceAll(/\([^()]*\)/gu, ' ')

/** The words of a name without accents, case and punctuation; "S.A.R.L." is one word, "N’Diaye" as well. */
function namePartsOf(name: string): string[] {
  const nameParts = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' et ')
    .replaceAll(/(?<=\b\p{L})\.\s?(?=\p{L}\b)/gu, '')
    .replaceAll(/['’‘ʼ`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const own = nameParts.filter((word) => !legalForms.has(word) && !titles.has(word))
  // A name of such words only is compared unchanged.
  return own.length > 0 ? own : nameParts
}

function areSameParts(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false
  return left.join('') === right.join('') || left.toSorted().join(' ') === right.toSorted().join(' ')
}

/**
 * Normalises a name for comparison: order, case, accents, punctuation, titles, legal forms and bracketed text are ignored; a missing or
 * an additional word is not.
 */
export function isSameName(one: string, other: string): boolean {
  const [left, right] = [namePartsOf(withoutBrackets(one)), namePartsOf(withoutBrackets(other))]
  return areSameParts(namePartsOf(one), namePartsOf(other)) || areSameParts(left, right)
}

/** A word, or its initial. */
const matchesWordOrInitial = (one: string, other: string) =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other))

function areAllIn(shorter: readonly string[], longer: readonly string[]): boolean {
  const remaining = [...longer]
  return shorter.every((word) => {
    const index = remaining.findIndex((other) => matchesWordOrInitial(word, other))
    return index >= 0 && remaining.splice(index, 1).length === 1
  })
}

/**
 * Whether a name may mean the holder of an account: the names are the same, or one has first names or initials that the other
 * omits. A single common word is not enough.
 */
export function mayMeanHolder(typedName: string, holder: string): boolean {
  if (isSameName(typedName, holder)) return true
  const [shorter = [], longer = []] = [namePartsOf(typedName), namePartsOf(holder)].toSorted(
    (one, other) => one.length - other.length,
  )
  return shorter.filter((word) => word.length > 1).length > 0 && shorter.length > 1 && areAllIn(shorter, longer)
}

/** The number of edits between two words (Damerau-Levenshtein): letters inserted, deleted or replaced, and neighbours swapped. */
function editsBetween(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isEqual = one[i - 1] === other[j - 1]
      const changed = (row[j - 1] ?? 0) + (isEqual ? 0 : 1)
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (before[j - 2] ?? i) + 1 : changed
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    ;[before, row] = [row, next]
  }
  return row.at(-1) ?? 0
}

/** The maximum of typing errors with which a word is recognised: none in a short one, because one letter makes another name. */
const typosIn = (word: string) => (word.length <= 3 ? 0 : word.length <= 7 ? 1 : 2)

/** Whether each word of one name is a word of the other, but for typing errors. */
function differsByTypos(typedName: string, holder: string): boolean {
  const [left, right] = [namePartsOf(typedName), namePartsOf(holder)]
  const remaining = [...right]
  return (
    left.length === right.length &&
    left.every((word) => {
      const index = remaining.findIndex((other) => editsBetween(word, other) <= Math.min(typosIn(word), typosIn(other)))
      return index >= 0 && remaining.splice(index, 1).length === 1
    })
  )
}

export type HolderMatch = { match: 'same' | 'near' | 'different'; correction: string | null }

/**
 * Compares a typed name with the holder of an account. The holder's name is disclosed as `correction` only where the typed name differs by
 * one or two letters; for an omitted or added first name the answer is `near`, without the holder's name.
 */
export function matchHolder(typedName: string, holder: string): HolderMatch {
  if (isSameName(typedName, holder)) return { match: 'same', correction: null }
  if (differsByTypos(typedName, holder)) return { match: 'near', correction: holder }
  return { match: mayMeanHolder(typedName, holder) ? 'near' : 'different', correction: null }
}

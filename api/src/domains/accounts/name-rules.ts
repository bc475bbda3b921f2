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

function areAlike(these: readonly string[], those: readonly string[]): boolean {
  if (these.length === 0 || those.length === 0) return false
  return these.join('') === those.join('') || these.toSorted().join(' ') === those.toSorted().join(' ')
}

/**
 * Normalises a name for comparison: order, case, accents, punctuation, titles, legal forms and bracketed text are ignored; a word more or
 * less is not.
 */
export function isSameName(one: string, other: string): boolean {
  const [these, those] = [namePartsOf(withoutBrackets(one)), namePartsOf(withoutBrackets(other))]
  return areAlike(namePartsOf(one), namePartsOf(other)) || areAlike(these, those)
}

/** A word, or its initial. */
const isWordOf = (one: string, other: string) =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other))

function areWithin(few: readonly string[], many: readonly string[]): boolean {
  const left = [...many]
  return few.every((word) => {
    const index = left.findIndex((other) => isWordOf(word, other))
    return index >= 0 && left.splice(index, 1).length === 1
  })
}

/**
 * Whether a name may mean the holder of an account: the names are the same, or one has first names or initials that the other
 * omits. A single common word is not enough.
 */
export function mayMeanHolder(typedName: string, holder: string): boolean {
  if (isSameName(typedName, holder)) return true
  const [few = [], many = []] = [namePartsOf(typedName), namePartsOf(holder)].toSorted(
    (one, other) => one.length - other.length,
  )
  return few.filter((word) => word.length > 1).length > 0 && few.length > 1 && areWithin(few, many)
}

/** The edits between two words: letters inserted, deleted, replaced, and neighbours that changed places. */
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

/** The typing errors that a word may have and still be recognised: none in a short one, which is soon another name. */
const typosIn = (word: string) => (word.length <= 3 ? 0 : word.length <= 7 ? 1 : 2)

/** Whether each word of one name is a word of the other, but for typing errors. */
function differsByTypos(typedName: string, holder: string): boolean {
  const [these, those] = [namePartsOf(typedName), namePartsOf(holder)]
  const left = [...those]
  return (
    these.length === those.length &&
    these.every((word) => {
      const index = left.findIndex((other) => editsBetween(word, other) <= Math.min(typosIn(word), typosIn(other)))
      return index >= 0 && left.splice(index, 1).length === 1
    })
  )
}

export type HolderMatch = { match: 'same' | 'near' | 'different'; correction: string | null }

/**
 * Compares a typed name with the holder of an account. The holder's name is told only to those who typed it but for a
 * letter or two; who omits or adds a first name learns that the name is near, and no word of it.
 */
export function matchHolder(typedName: string, holder: string): HolderMatch {
  if (isSameName(typedName, holder)) return { match: 'same', correction: null }
  if (differsByTypos(typedName, holder)) return { match: 'near', correction: holder }
  return { match: mayMeanHolder(typedName, holder) ? 'near' : 'different', correction: null }
}

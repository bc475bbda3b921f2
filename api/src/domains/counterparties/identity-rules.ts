// Derives the identity of a movement. Order: the counterparty when it is known, the wording of the bank, proper names and
// accents, sentence case. Pure.
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { identityOfAccount } from 'contract/accounts/account-identity.ts'
import { folded } from 'contract/values/folded.ts'
import { type Identity, joinTexts, type LocalText, tintOfCategory } from 'contract/values/identity.ts'
import { memoized } from './memoized.ts'
import { type Picture, pictureOf } from './pictures.ts'
import { isInCapitals, nameCase, sentenceCase, shortName } from './proper-names.ts'
import {
  bank,
  betweenOwnAccounts,
  byCard,
  cash,
  type Draft,
  loan,
  type Movement,
  readWording,
  returnedReason,
} from './wording-rules.ts'

/** A registered name as it is written; one in capitals is converted to the case of names. */
const registered = memoized((name) =>
  (isInCapitals(name) && name.length > 4 ? nameCase(name) : name).replaceAll("'", '’'),
)
const foldedName = memoized(folded)

const pictures: Partial<Record<Movement['type'], Picture>> = {
  withdrawal: cash,
  cash_deposit: { ...cash, glyph: 'cash_in' },
  cheque_in: { ...bank, glyph: 'cheque' },
  cheque_out: { ...bank, glyph: 'cheque' },
  fee: bank,
  interest: { ...bank, glyph: 'percent' },
  loan,
  card_topup: { kind: 'card', tint: 'card' },
}
const unknown: Picture = { kind: 'company', tint: 'neutral' }

const isTransfer = (type: Movement['type']) => type.startsWith('transfer')
const roleOf = (type: Movement['type']) => {
  if (type === 'card') return 'paid by card'
  if (type === 'direct_debit') return 'debits'
  return isTransfer(type) ? 'any' : 'collects'
}
const natureOf = (type: Movement['type']): LocalText => (type === 'card' ? byCard : operationTypeLabels[type])

/** Without a pattern: the counterparty or the text of the label, with the nature of the movement. */
function readWithoutPattern({ type, label, counterparty }: Movement): Draft {
  const text = isInCapitals(label) ? sentenceCase(label) : label
  if (counterparty) return { memo: folded(text) === folded(counterparty) || type === 'card' ? natureOf(type) : text }
  const picture = type === 'card' ? pictureOf(text, 'paid by card') : (pictures[type] ?? unknown)
  return { name: shortName(text), memo: natureOf(type), ...picture }
}

/** A title has the picture of its rule; the counterparty stands in the second line of a cheque. */
function identityOfTitle(draft: Draft, { label, counterparty }: Movement, memo: LocalText): Omit<Identity, 'state'> {
  const isCheque = draft.glyph === 'cheque' && draft.isTitle && counterparty
  return {
    name: draft.name ?? shortName(sentenceCase(label)),
    memo: isCheque ? joinTexts(memo, registered(counterparty)) : memo,
    kind: draft.kind ?? unknown.kind,
    tint: draft.tint ?? unknown.tint,
    glyph: draft.glyph ?? null,
  }
}

/** The counterparty under its registered name, with the kind and the place that the wording may contain. */
function identityOfCounterparty(
  name: string,
  draft: Draft,
  { type }: Movement,
  memo: LocalText,
): Omit<Identity, 'state'> {
  const byName = pictureOf(name, roleOf(type))
  const isGeneric = byName.kind === 'company' || byName.glyph === 'store'
  const { kind, tint, glyph } = draft
  const picture =
    isGeneric && tint !== undefined && (kind === 'shop' || kind === 'biller') ? { kind, tint, glyph } : byName
  // The person who deposited the cash, or sent it to a telephone, is the name; the kind of movement is the second line.
  const secondLine = draft.name !== undefined && (kind === 'cash' || kind === 'mobile') ? draft.name : memo
  const where =
    draft.where && draft.where !== 'Dakar' && !folded(name).includes(folded(draft.where)) ? draft.where : null
  return {
    name,
    memo: where ? joinTexts(secondLine, where) : secondLine,
    kind: picture.kind,
    tint: picture.tint,
    glyph: picture.glyph ?? null,
  }
}

/** A shop of which nothing is known shows the category that its customer gave it. */
function withCategoryTint(identity: Identity, category: string | null | undefined): Identity {
  if (identity.kind !== 'shop' || identity.tint !== 'neutral' || !category) return identity
  const tint = tintOfCategory(category)
  return tint === 'neutral' ? identity : { ...identity, tint, glyph: null }
}

/** The name, the second line, the picture and the state of a movement, in both languages. */
export function identityOf(movement: Movement): Identity {
  const { type, category, holder, own_account } = movement
  const counterparty = movement.counterparty?.trim() || null
  const draft = readWording(movement) ?? readWithoutPattern(movement)
  const state = draft.state ?? (type === 'transfer_return' ? 'returned' : null)
  const memo = draft.memo ?? (type === 'transfer_return' ? returnedReason(null) : natureOf(type))
  if (own_account && isTransfer(type) && (!draft.isTitle || draft.kind === 'own'))
    return { ...identityOfAccount(own_account, memo), state }
  if (counterparty === null || draft.isTitle)
    return withCategoryTint({ ...identityOfTitle(draft, movement, memo), state }, category)
  if (holder && isTransfer(type) && foldedName(counterparty) === foldedName(holder))
    return {
      name: betweenOwnAccounts,
      memo,
      kind: 'own',
      tint: 'brand',
      glyph: null,
      state,
    }
  return withCategoryTint(
    { ...identityOfCounterparty(registered(counterparty), draft, movement, memo), state },
    category,
  )
}

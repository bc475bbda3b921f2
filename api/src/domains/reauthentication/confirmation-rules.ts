// Decides what confirms an operation: its amount and its kind against what the bank requires and what the user has (decision 0075).
import type { ConfirmationMethod, Operation } from 'contract/access/session.ts'
import { type Currency, eurosToFrancs } from 'contract/values/money.ts'
import type { ConfirmationPolicy } from '../../caller.ts'
import { daySentence } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'

type Summary = Operation['summary']
type Kind = Summary['kind']

/** How long money above the amount stays blocked after the bank has removed all factors of a user. */
const BLOCKED_MS = 48 * 3_600_000

/** What would let a thief stay, or pay more: a user with a second factor confirms it with that. */
const isAboutSecurity = (kind: Kind) => /^(?:contact|passkey|code|recovery|access|rules)\./.test(kind)

/** The amounts of operations are in francs or euro: the currencies of accounts. */
const inFrancs = ({ amount, currency }: { amount: number; currency: Currency }) =>
  currency === 'XOF' ? amount : eurosToFrancs(amount)

/** The francs that an operation moves or promises; 0 where it has no amount. */
export function francsOf({ facts }: Summary): number {
  const amounts = (...names: readonly string[]) =>
    facts.flatMap((fact) => ('amount' in fact && names.includes(fact.name) ? [inFrancs(fact)] : []))
  const totals = amounts('total')
  // An amount and its total are the same money; a selection has one total for each currency.
  return totals.length > 0 ? totals.reduce((sum, one) => sum + one, 0) : Math.max(0, ...amounts('amount', 'ceiling'))
}

const dayOf = (moment: Date) => daySentence(moment.toISOString().slice(0, 10))

const isLarge = (summary: Summary, { factor_amount }: ConfirmationPolicy) =>
  factor_amount !== null && francsOf(summary) > factor_amount

/**
 * Why an operation cannot be confirmed at all, or null: a second factor is required and the user has none, or the bank has removed
 * the user's factors less than 48 hours ago.
 */
export function confirmationObjection(summary: Summary, policy: ConfirmationPolicy, now: Date): Refusal | null {
  const { factors, factor_amount, factor_due_at, factors_reset_at } = policy
  if (!isLarge(summary, policy)) return null
  const amount = { amount: factor_amount ?? 0, currency: 'XOF' }
  const until = factors_reset_at && new Date(factors_reset_at.getTime() + BLOCKED_MS)
  if (until && now < until) return new Refusal('factors_reset', { amount, day: dayOf(until) })
  const isDue = factor_due_at !== null && now >= factor_due_at
  return factors.length === 0 && isDue ? new Refusal('factor_required', { amount }) : null
}

/**
 * The methods that confirm an operation, the strongest first: each is enough alone. Where a factor is required a recovery code, which is
 * entered as a code, stands in for a passkey that is lost or that the browser does not know.
 */
export function methodsFor(summary: Summary, policy: ConfirmationPolicy): ConfirmationMethod[] {
  const { factors } = policy
  const needsFactor = isLarge(summary, policy) || isAboutSecurity(summary.kind)
  if (!needsFactor || factors.length === 0) return [...factors, 'password']
  return factors.includes('passkey') ? ['passkey', 'code'] : ['code']
}

/** Whether the user can confirm with what a stolen password cannot replace: it lifts the limits on payments to new payees. */
export const hasPasskey = ({ factors }: Pick<ConfirmationPolicy, 'factors'>): boolean => factors.includes('passkey')

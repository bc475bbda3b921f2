// A transfer while it is written: what the fields hold, and the wish that would be sent.
import type { Account } from 'contract/accounts.ts'
import type { Beneficiary } from 'contract/beneficiaries.ts'
import type { NewTransfer } from 'contract/transfers.ts'
import { minorUnits } from 'contract/values/money.ts'
import { tidyLine } from 'contract/values/text.ts'

export type TransferDraft = {
  beneficiary: Beneficiary | null
  /** In whole units of the currency, as it is typed. */
  amount: number | null
  label: string
  comment: string
  type: NewTransfer['type']
  /** Of a delayed order its day, of a series its first. */
  start: string
  /** The last day of a series; empty: none. */
  end: string
  periodicity: NonNullable<NewTransfer['periodicity']>
}

export const emptyDraft: TransferDraft = {
  beneficiary: null,
  amount: null,
  label: '',
  comment: '',
  type: 'direct',
  start: '',
  end: '',
  periodicity: 'monthly',
}

/** The typed amount in the minor unit of the account's currency. */
export const amountOf = ({ amount }: TransferDraft, { currency }: Pick<Account, 'currency'>) =>
  amount === null ? null : amount * 10 ** minorUnits[currency]

export function wishOf(draft: TransferDraft, account: Pick<Account, 'currency'>): Record<keyof NewTransfer, unknown> {
  const comment = tidyLine(draft.comment)
  return {
    type: draft.type,
    beneficiary_id: draft.beneficiary?.id,
    amount: amountOf(draft, account),
    label: tidyLine(draft.label),
    comment: comment === '' ? null : comment,
    execution_date: draft.type === 'delayed' ? draft.start || null : null,
    start_date: draft.type === 'periodic' ? draft.start || null : null,
    end_date: draft.type === 'periodic' ? draft.end || null : null,
    periodicity: draft.type === 'periodic' ? draft.periodicity : null,
  }
}

export const steps = ['beneficiary', 'amount', 'planning', 'review'] as const
export type Step = (typeof steps)[number]

/** The fields that each step asks for, by the names that the server uses too. */
export const fieldsOf: Record<Step, readonly string[]> = {
  beneficiary: ['beneficiary_id'],
  amount: ['amount', 'label', 'comment'],
  planning: ['execution_date', 'start_date', 'end_date', 'periodicity'],
  review: [],
}

/** The step that holds a field, so that a refusal leads back to it. */
export const stepOfField = (field: string | null): Step | null =>
  steps.find((step) => field !== null && fieldsOf[step].includes(field)) ?? null

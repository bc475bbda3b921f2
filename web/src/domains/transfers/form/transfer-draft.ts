// The draft of a transfer: the values of the fields, and the input that would be sent.
import { type Beneficiary, Rail } from 'contract/transfers/beneficiaries.ts'
import type { PayeeLookup } from 'contract/transfers/instant-payments.ts'
import {
  LABEL_MAX_LENGTH,
  type ChargeBearer,
  chargeBearers,
  type NewTransfer,
  type OwnAccount,
  purposes,
  type TransferDetail,
  type TransferDocument,
  type TransferPayee,
} from 'contract/transfers/transfers.ts'
import { addMonths, periodicities } from 'contract/values/calendar.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { Currency, minorUnits } from 'contract/values/money.ts'
import { tidyLine } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import type { AmountDraft } from '../../../ui/fields/amount-typing.ts'
import { accountName } from '../../../lib/account-name.ts'

/**
 * The payee: a saved beneficiary, another account of the customer, or who was looked up. A saved beneficiary may have a look-up beside it,
 * which makes the order instant.
 */
export type Payee = Pick<Beneficiary, 'name' | 'iban' | 'bank_name' | 'rail'> & {
  id: string | null
  own_account_id: string | null
  lookup: (Pick<PayeeLookup, 'id' | 'account_end'> & { country: string }) | null
  /** The payments to it before, where they are known. */
  payments: TransferPayee['payments']
}

export const payeeOf = ({ id, name, iban, bank_name, rail, payments }: TransferPayee): Payee => ({
  id,
  own_account_id: null,
  lookup: null,
  name,
  iban,
  bank_name,
  rail,
  payments,
})
export const payeeOfOwn = ({ id, label, iban }: OwnAccount): Payee => ({
  id: null,
  own_account_id: id,
  lookup: null,
  name: accountName(label),
  iban,
  bank_name: null,
  rail: 'internal',
  payments: null,
})

/** A looked-up payee has no account number here, only its end. */
export const payeeOfLookup = (lookup: PayeeLookup): Payee => ({
  id: lookup.beneficiary_id,
  own_account_id: null,
  lookup,
  name: lookup.name,
  iban: '',
  bank_name: lookup.institution,
  rail: lookup.is_ours ? 'internal' : 'local',
  payments: null,
})

export type TransferDraft = {
  beneficiary: Payee | null
  /** What is looked up as soon as the form opens: a scanned code, or the account of a payee that was looked up before. */
  alias: string | null
  /** How a looked-up payee is paid; null: as the bank proposes. */
  network: NewTransfer['network']
  amount: AmountDraft
  /** The currency of the amount; null: the usual one for the payee. */
  currency: Currency | null
  /** Who bears the charges abroad. */
  charges: ChargeBearer
  label: string
  comment: string
  type: NewTransfer['type']
  /** The date of a delayed order, or the first date of a series. */
  start: string
  /** The last date of a series; empty: no end. */
  end: string
  periodicity: NonNullable<NewTransfer['periodicity']>
  /** For an order outside the UEMOA; empty: not selected yet. */
  purpose: NonNullable<NewTransfer['purpose']> | ''
  domiciliation: string
  files: readonly File[]
  /** Existing files of the edited order. */
  kept: readonly TransferDocument[]
}

export const emptyDraft: TransferDraft = {
  beneficiary: null,
  alias: null,
  network: null,
  amount: null,
  currency: null,
  charges: 'SHA',
  label: '',
  comment: '',
  type: 'direct',
  start: '',
  end: '',
  periodicity: 'monthly',
  purpose: '',
  domiciliation: '',
  files: [],
  kept: [],
}

const KeptPayee = z.object({
  id: z.nullable(z.string()),
  own_account_id: z.nullable(z.string()),
  lookup: z.nullable(z.object({ id: z.string(), country: z.string(), account_end: z.string() })),
  name: z.string(),
  iban: z.string(),
  bank_name: z.nullable(z.string()),
  rail: Rail,
})
const KeptTransfer = z.object({
  beneficiary: z.nullable(KeptPayee),
  amount: z.nullable(z.union([z.number(), z.string()])),
  currency: z.nullable(Currency),
  charges: z.enum(chargeBearers),
  label: z.string(),
  comment: z.string(),
  type: z.enum(['direct', 'delayed', 'periodic']),
  start: z.string(),
  end: z.string(),
  periodicity: z.enum(periodicities),
  purpose: z.union([z.enum(purposes), z.literal('')]),
  domiciliation: z.string(),
})

const KeptName = z.object({ named: z.nullable(z.string()) })

/**
 * The stored part of a draft: not its files, which a browser cannot store here, nor the bank's data about the payee. `named`: the
 * beneficiary of the address that the draft has taken, or that was replaced in it.
 */
export function toKeep(
  { files: _files, kept: _kept, alias: _alias, network: _network, beneficiary, ...typed }: TransferDraft,
  named: string | null = null,
): z.infer<typeof KeptTransfer> & z.infer<typeof KeptName> {
  if (!beneficiary) return { ...typed, named, beneficiary }
  const { payments: _payments, ...payee } = beneficiary
  return { ...typed, named, beneficiary: payee }
}

/** The beneficiary of the address in a stored draft: it is not selected again. */
export const readNamed = (kept: unknown): string | null => KeptName.safeParse(kept).data?.named ?? null

/** Restores a draft, or returns null if there is none or it is not of this form. */
export function readKept(kept: unknown): Partial<TransferDraft> | null {
  const { data } = KeptTransfer.safeParse(kept)
  return data ? { ...data, beneficiary: data.beneficiary && { ...data.beneficiary, payments: null } } : null
}

/** What a known order is opened for: to edit it, to repeat it once, or to repeat it each month. */
export type KnownUse = 'edit' | 'again' | 'monthly'

/** An order as a draft. A repetition gets new dates; a monthly one starts in a month. */
export function draftOf(transfer: TransferDetail, use: KnownUse, today: PlainDate): TransferDraft {
  const {
    beneficiary,
    own_account_id,
    rail,
    amount,
    label,
    comment,
    type,
    execution_date,
    start_date,
    end_date,
    periodicity,
  } = transfer
  const { purpose, domiciliation, documents, instructed_amount, instructed_currency, charges } = transfer
  const dates =
    use === 'again'
      ? {}
      : use === 'monthly'
        ? { type: 'periodic' as const, periodicity: 'monthly' as const, start: addMonths(today, 1) }
        : { start: (type === 'delayed' ? execution_date : start_date) ?? '', end: end_date ?? '', kept: documents }
  return {
    ...emptyDraft,
    // What was found by a look-up is looked up again: an answer is valid for half an hour.
    ...(transfer.lookup_id === null
      ? { beneficiary: { ...beneficiary, own_account_id, lookup: null, rail, payments: null } }
      : { alias: beneficiary.iban }),
    // An edited order keeps the way in which it is paid.
    network: use === 'edit' && transfer.network !== 'instant' ? 'clearing' : null,
    amount: instructed_amount ?? amount,
    currency: instructed_currency ?? transfer.currency,
    charges: charges ?? 'SHA',
    label,
    comment: comment ?? '',
    type,
    periodicity: periodicity ?? emptyDraft.periodicity,
    purpose: purpose ?? '',
    domiciliation: domiciliation ?? '',
    ...dates,
  }
}

/** The typed amount; null while there is none that could be sent. */
export const amountOf = ({ amount }: TransferDraft) => (typeof amount === 'number' && amount > 0 ? amount : null)

/** The usual currency of orders abroad. */
const CURRENCY_ABROAD: Currency = 'EUR'

/** The currency of the typed amount: abroad and between own accounts it can be chosen. */
export function currencyOf({ beneficiary, currency }: TransferDraft, account: { currency: Currency }): Currency {
  if (beneficiary?.rail === 'international') return currency ?? CURRENCY_ABROAD
  return (beneficiary?.own_account_id && currency) || account.currency
}

/** The amount that is written the same in another currency: 1,000.00 becomes 1,000. */
export const sameDigits = (amount: AmountDraft, from: Currency, to: Currency): AmountDraft =>
  typeof amount === 'number' ? Math.round(amount * 10 ** (minorUnits[to] - minorUnits[from])) : amount

export const isAbroad = ({ beneficiary }: TransferDraft) => beneficiary?.rail === 'international'

/** `defaultLabel`: the purpose that the payee reads where none is typed. */
export function inputOf(
  draft: TransferDraft,
  account: { currency: Currency },
  defaultLabel: string,
): Record<keyof NewTransfer, unknown> {
  const comment = tidyLine(draft.comment)
  const domiciliation = tidyLine(draft.domiciliation)
  return {
    type: draft.type,
    beneficiary_id: draft.beneficiary?.id ?? null,
    own_account_id: draft.beneficiary?.own_account_id ?? null,
    lookup_id: draft.beneficiary?.lookup?.id ?? null,
    network: draft.beneficiary?.lookup ? draft.network : null,
    amount: draft.amount,
    currency:
      draft.beneficiary === null || currencyOf(draft, account) === account.currency ? null : currencyOf(draft, account),
    // The rate of the quote, once it is known.
    rate_at: null,
    charges: isAbroad(draft) ? draft.charges : null,
    label: tidyLine(draft.label) || defaultLabel.slice(0, LABEL_MAX_LENGTH),
    comment: comment === '' ? null : comment,
    execution_date: draft.type === 'delayed' ? draft.start || null : null,
    start_date: draft.type === 'periodic' ? draft.start || null : null,
    end_date: draft.type === 'periodic' ? draft.end || null : null,
    periodicity: draft.type === 'periodic' ? draft.periodicity : null,
    purpose: isAbroad(draft) ? draft.purpose || null : null,
    domiciliation: isAbroad(draft) && draft.purpose === 'goods' && domiciliation !== '' ? domiciliation : null,
  }
}

/** The files in the fields that the server expects. */
export const filesOf = (draft: TransferDraft) =>
  draft.files.length === 0
    ? null
    : isAbroad(draft)
      ? { international_documents: draft.files }
      : { documents: draft.files }

/** The fields of the form, by the names of the server. */
export const fields = [
  'beneficiary_id',
  'lookup_id',
  'amount',
  'label',
  'comment',
  'execution_date',
  'start_date',
  'end_date',
  'periodicity',
  'purpose',
  'domiciliation',
  'documents',
  'international_documents',
] as const

/** The draft on another account: its payees are others, and so is what exchange control asks for. The written amount stays. */
export function carriedOver(
  draft: TransferDraft,
  account: { currency: Currency },
  chosen: { currency: Currency },
): TransferDraft {
  const { label, comment, type, start, end, periodicity } = draft
  const amount = sameDigits(draft.amount, currencyOf(draft, account), chosen.currency)
  return { ...emptyDraft, amount, label, comment, type, start, end, periodicity }
}

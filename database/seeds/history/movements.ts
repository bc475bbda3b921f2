// Movements of the demo history: balanced, not yet posted.

import type { operationTypes } from 'contract/accounts/operations.ts'

/** The bank's accounts through which money enters and leaves. */
export type Internal =
  | 'clearing'
  | 'outgoing'
  | 'cash'
  | 'cards'
  | 'cheques'
  | 'correspondent'
  | 'position'
  | 'loans'
  | 'deposits'
  | 'fees'
  | 'taf'
  | 'vat'
  | 'interest'

export type OperationType = (typeof operationTypes)[number]

/** The texts of an operation, and the customer's additions to it. */
export type MovementDetails = {
  type: OperationType
  label: string
  counterparty?: string
  reference?: string
  category?: string
  comment?: string
  accounting?: string
}

export type Line = MovementDetails & {
  /** The key of a customer's account, or an account of the bank and its currency ('cash:XOF'). */
  account: string
  amount: number
  vat_rate?: number
  vat_amount?: number
}

export type Movement = {
  at: Date
  /** For the execution of a transfer: the transfer's id, from which the posting key is derived. */
  transfer_id?: string
  /** The other cause of the movement, where the ledger's audit requires it. */
  posting?: { key: string; kind: string }
  lines: Line[]
}

export const TAF_RATE = 17

/** Rounds half away from zero, as every tax of the bank; amounts here are positive. */
export const taxOn = (net: number, rate: number) => Math.floor((net * rate + 50) / 100)

/** Francs for one euro, fixed. */
export const PARITY = 655.957

/** At the fixed parity: from cents to whole francs. */
export const francsOf = (cents: number) => Math.floor((cents * 655_957 + 50_000) / 100_000)

/** A movement that enters (positive amount) or leaves the bank. */
export const outside = (
  account: string,
  at: Date,
  amount: number,
  through: Internal,
  facts: MovementDetails,
  currency = 'XOF',
): Movement => ({
  at,
  lines: [
    { account, amount, ...facts },
    { account: `${through}:${currency}`, amount: -amount, type: facts.type, label: facts.label },
  ],
})

/** A credit from abroad to an account in francs, as its correspondent settles it: in euro, exchanged at the parity. */
export function inEuro(movement: Movement): Movement {
  const [credit] = movement.lines
  if (!credit) return movement
  const cents = Math.round(credit.amount / (PARITY / 100))
  const leg = (account: string, amount: number): Line => ({ account, amount, type: credit.type, label: credit.label })
  return {
    ...movement,
    lines: [
      { ...credit, amount: francsOf(cents) },
      leg('correspondent:EUR', -cents),
      leg('position:EUR', cents),
      leg('position:XOF', -francsOf(cents)),
    ],
  }
}

/** A fee: the customer sees it with its tax, the bank books both separately. */
export function feeLines(
  account: string,
  net: number,
  facts: Omit<MovementDetails, 'type'>,
  rate: 17 | 18 = TAF_RATE,
): Line[] {
  const tax = taxOn(net, rate)
  const { label } = facts
  return [
    {
      account,
      amount: -(net + tax),
      type: 'fee',
      category: 'Frais bancaires',
      ...facts,
      vat_rate: rate,
      vat_amount: tax,
    },
    { account: 'fees:XOF', amount: net, type: 'fee', label },
    { account: rate === TAF_RATE ? 'taf:XOF' : 'vat:XOF', amount: tax, type: 'tax', label },
  ]
}

export const fee = (account: string, at: Date, net: number, label: string, rate: 17 | 18 = TAF_RATE): Movement => ({
  at,
  lines: feeLines(account, net, { label }, rate),
})

/** A movement inside the bank: both customers see it. */
export const between = (
  from: string,
  to: string,
  at: Date,
  amount: number,
  sent: MovementDetails,
  received: MovementDetails,
): Movement => ({
  at,
  lines: [
    { account: from, amount: -amount, ...sent },
    { account: to, amount, ...received },
  ],
})

/** The sum of the movements of an account. */
export const sumOf = (account: string, movements: readonly Movement[]) =>
  movements.reduce(
    (sum, { lines }) => lines.reduce((part, line) => part + (line.account === account ? line.amount : 0), sum),
    0,
  )

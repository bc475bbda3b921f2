import type { Operation } from 'contract/accounts/operations.ts'
import {
  ArrowDownLeft,
  ArrowUpRight,
  Banknote,
  CalendarSync,
  CircleDollarSign,
  CreditCard,
  HandCoins,
  Landmark,
  Percent,
  ReceiptText,
  ScrollText,
  Undo2,
} from 'lucide-react'
import type { IconShape } from '../../ui/Icon.tsx'

export const operationIcons: Record<Operation['type'], IconShape> = {
  transfer_in: ArrowDownLeft,
  transfer_return: Undo2,
  transfer_out: ArrowUpRight,
  card: CreditCard,
  withdrawal: Banknote,
  cash_deposit: ArrowDownLeft,
  cheque_in: ArrowDownLeft,
  cheque_out: ScrollText,
  direct_debit: CalendarSync,
  fee: ReceiptText,
  interest: Percent,
  tax: Landmark,
  loan: HandCoins,
  card_topup: CreditCard,
  other: CircleDollarSign,
}

/** Several accounts may have one label: the last digits distinguish them, as in the menu. */
export const nameOf = ({ label, number }: NonNullable<Operation['account']>) => `${label} · ${number.slice(-4)}`

/** The counterparty of the movement, or its purpose. */
export const subjectOf = ({ counterparty, label }: Pick<Operation, 'counterparty' | 'label'>) => counterparty ?? label

import { useLingui } from '@lingui/react/macro'
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

export function useOperationTypes(): Record<Operation['type'], string> {
  const { t } = useLingui()
  return {
    transfer_in: t`Virement reçu`,
    transfer_return: t`Virement retourné`,
    transfer_out: t`Virement émis`,
    card: t`Paiement par carte`,
    withdrawal: t`Retrait d’espèces`,
    cash_deposit: t`Versement d’espèces`,
    cheque_in: t`Remise de chèque`,
    cheque_out: t`Chèque émis`,
    direct_debit: t`Prélèvement`,
    fee: t`Frais et commissions`,
    interest: t`Intérêts`,
    tax: t`Taxe`,
    loan: t`Échéance de prêt`,
    card_topup: t`Recharge de carte`,
    other: t`Autre opération`,
  }
}

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

/** Several accounts may have one label: the last digits tell them apart, as in the menu. */
export const nameOf = ({ label, number }: NonNullable<Operation['account']>) => `${label} · ${number.slice(-4)}`

/** Who the movement is with, or what it was for. */
export const subjectOf = ({ counterparty, label }: Pick<Operation, 'counterparty' | 'label'>) => counterparty ?? label

import { useLingui } from '@lingui/react/macro'
import { returnReason } from 'contract/transfers/clearing.ts'
import type { Batch, BatchLine } from 'contract/transfers/batches.ts'
import { reasonCodeLabels } from 'contract/transfers/transfer-statuses.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { Money } from '../../shell/Money.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { TransferStatus } from '../transfers/TransferStatus.tsx'

/** Why a line was not executed; null if it has no error. */
export function useFailureReason(): (line: BatchLine) => string | null {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ reason, reason_code, return_reason, refused_by }) => {
    if (reason !== null) return refused_by === null ? reason : t`refusé par ${refused_by} : ${reason}`
    const why = return_reason === null ? '' : returnReason(return_reason)[language]
    if (why !== '') return t`retourné : ${why}`
    return reason_code && reasonCodeLabels[reason_code][language]
  }
}

/** The columns of the lines of a batch. */
export function useBatchColumns({ currency }: Pick<Batch, 'currency'>): Column<BatchLine>[] {
  const { t } = useLingui()
  const { rowDate, moneyText } = useFormats()
  const receivedOf = ({ credit_amount, credit_currency }: BatchLine) =>
    credit_amount !== null && credit_currency !== null && t`reçoit ${moneyText(credit_amount, credit_currency)}`
  const failureReasonOf = useFailureReason()
  return [
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (line) => (
        <Subject
          title={
            <>
              <span className="muted num">{line.line}</span> {line.name}
            </>
          }
          detailOnPhone={line.execution_date && rowDate(fromPlainDate(line.execution_date))}
          detail={[
            receivedOf(line),
            line.label,
            line.bank_name,
            line.is_new_payee && t`nouveau bénéficiaire`,
            failureReasonOf(line),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ),
    },
    {
      id: 'iban',
      kind: 'text',
      head: t`Compte crédité`,
      isWideOnly: true,
      cell: ({ iban }) => <span className="nowrap num">{groupByFour(iban)}</span>,
    },
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: ({ status }) => <TransferStatus transfer={{ status, days_late: null }} />,
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount }) => <Money amount={-amount} currency={currency} signs="movement" />,
    },
  ]
}

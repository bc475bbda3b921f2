import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useAccount } from '../../lib/session/session.ts'
import { SummaryBand } from '../../ui/data/SummaryBand.tsx'

type Props = {
  draft: Import
  /** The number of lines to send. */
  lines: number
  /** Their fees and taxes. */
  charges: number
  isSingle: boolean
}

/** What the file will do: the debited account, the days, the total, and the entries on the statement. */
export function ImportPlan({ draft: { items, summary }, lines, charges, isSingle }: Props) {
  const { t } = useLingui()
  const { moneyText, longDate } = useFormats()
  const account = useAccount()
  const days = items
    .filter(({ is_skipped, status }) => !is_skipped && status !== 'invalid')
    .map(({ transfer }) => transfer.execution_date)
  const [first = null] = days.toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
  const isOneDay = days.every((day) => day === first)
  const when = first === null ? t`Dès que possible` : longDate(fromPlainDate(first))
  const fees = moneyText(charges, summary.currency)
  return (
    <SummaryBand
      totals={[
        {
          name: t`Compte débité`,
          value: `${accountName(account.label)} •• ${account.number.slice(-4)}`,
          under: t`${moneyText(summary.balance, summary.currency)} disponibles`,
        },
        { name: t`Date`, value: when, under: isOneDay ? null : t`et d’autres jours` },
        {
          name: t`À envoyer`,
          value: <b>{moneyText(summary.total - charges, summary.currency)}</b>,
          under: t`${plural(lines, { one: '# ligne', other: '# lignes' })}, et ${fees} de frais et taxes`,
        },
        { name: t`Sur le relevé`, value: isSingle ? t`Un seul débit` : t`Un débit par ligne` },
      ]}
    />
  )
}

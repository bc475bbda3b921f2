import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useAccount } from '../../lib/session/session.ts'
import { SummaryBand } from '../../ui/data/SummaryBand.tsx'
import type { SendOptions } from './ConfidentialOption.tsx'

type Props = {
  draft: Import
  /** The number of lines to send. */
  lines: number
  /** Their fees and taxes. */
  charges: number
  options: SendOptions
  onChange: (options: SendOptions) => void
  /** Opens the dialog that dates all lines. */
  onDate: () => void
}

/** What the file will do: the debited account, the days, the total, and the entries on the statement. */
export function ImportPlan({ draft: { items, summary }, lines, charges, options, onChange, onDate }: Props) {
  const { t } = useLingui()
  const { moneyText, longDate } = useFormats()
  const account = useAccount()
  const { isSingle, isConfidential } = options
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
        {
          name: t`Date`,
          value: when,
          under: isOneDay ? null : t`et d’autres jours`,
          action: lines > 0 && <Change what={t`la date`} onPress={onDate} />,
        },
        {
          name: t`À envoyer`,
          value: <b>{moneyText(summary.total - charges, summary.currency)}</b>,
          under: `${t`${plural(lines, { one: '# ligne', other: '# lignes' })}`}, ${charges === 0 ? t`sans frais` : t`et ${fees} de frais et taxes`}`,
        },
        {
          name: t`Sur le relevé`,
          value: isSingle || isConfidential ? t`Un seul débit` : t`Un débit par ligne`,
          under:
            isSingle || isConfidential ? t`Sans le détail des bénéficiaires` : t`Avec le nom de chaque bénéficiaire`,
          // Confidential lines are always one debit.
          action: !isConfidential && (
            <Change what={t`le débit sur le relevé`} onPress={() => onChange({ ...options, isSingle: !isSingle })} />
          ),
        },
      ]}
    />
  )
}

function Change({ what, onPress }: { what: string; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className="link" onClick={onPress}>
      {t`Changer`}
      <span className="sr"> {what}</span>
    </button>
  )
}

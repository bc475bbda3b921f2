import { useLingui } from '@lingui/react/macro'
import type { Attention, BatchLine } from 'contract/transfers/batches.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { identityOfName } from 'contract/values/identity.ts'
import type { Currency } from 'contract/values/money.ts'
import { IdCard, TrendingUp, UserPlus, X } from 'lucide-react'
import { useFormats } from '../../lib/formats.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import type { Column } from '../../ui/data/Table.tsx'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useFailureReason } from './batch-columns.tsx'
import { useMonthName } from './ExaminationPlan.tsx'
import styles from './Examination.module.css'
import { reviewedKey, toggleReviewed, useReviewedLines } from './reviewed-lines.ts'

const icons: Record<Attention, IconShape> = { never_paid: UserPlus, other_holder: IdCard, unusual: TrendingUp }

type Examined = {
  batchId: string
  currency: Currency
  /** The first day of the month before. */
  month: string
  chosen: ReadonlySet<string>
  onRefuse: (line: string) => void
}

/** The columns of a batch that is examined: reviewed, payee, account, last month, amount, difference. */
export function useExaminationColumns({ batchId, currency, month, chosen, onRefuse }: Examined): Column<BatchLine>[] {
  const { t } = useLingui()
  const { moneyText, percent } = useFormats()
  const monthName = useMonthName()(month)
  const reviewed = useReviewedLines()
  const failureReasonOf = useFailureReason()
  const flagOf = ({ attention, amount, last_amount }: BatchLine) => {
    if (attention === 'never_paid') return t`Jamais payé`
    if (attention === 'other_holder') return t`Le compte est à un autre nom`
    const change = last_amount ? percent(Math.round(((amount - last_amount) / last_amount) * 100)) : ''
    return t`${amount > (last_amount ?? 0) ? '+ ' : ''}${change} par rapport à ${monthName}`
  }
  const differenceOf = ({ amount, last_amount }: BatchLine) => {
    if (last_amount === null) return ''
    return amount === last_amount ? t`égal` : moneyText(amount - last_amount, currency, 'movement')
  }
  return [
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (line) => (
        <label className={styles.line}>
          <Checkbox
            aria-label={t`Ligne ${line.line} regardée : ${line.name}`}
            checked={reviewed.has(reviewedKey(batchId, line))}
            onChange={() => toggleReviewed(reviewedKey(batchId, line))}
          />
          <span className="muted num small">{line.line}</span>
          <IdentityPicture identity={identityOfName(line.name)} />
          <span className={styles.who}>
            <b>{line.name}</b>
            {line.attention === null ? (
              <span className="muted small">{[line.label, failureReasonOf(line)].filter(Boolean).join(' · ')}</span>
            ) : (
              <span className={styles.flag}>
                <Icon shape={icons[line.attention]} size="xs" />
                {flagOf(line)}
              </span>
            )}
          </span>
        </label>
      ),
    },
    {
      id: 'iban',
      kind: 'text',
      head: t`Compte crédité`,
      isWideOnly: true,
      cell: ({ iban }) => <span className="nowrap num muted small">{groupByFour(iban)}</span>,
    },
    {
      id: 'last',
      kind: 'figure',
      head: monthName.charAt(0).toUpperCase() + monthName.slice(1),
      cell: ({ last_amount }) => (
        <span className="muted num nowrap">{last_amount === null ? '–' : moneyText(last_amount, currency)}</span>
      ),
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'difference',
      kind: 'figure',
      head: t`Écart`,
      cell: (line) => <span className="num nowrap small">{differenceOf(line)}</span>,
    },
    {
      id: 'acts',
      kind: 'acts',
      head: t`Action`,
      isHeadHidden: true,
      cell: (line) =>
        line.state === 'pending' && (
          <IconButton
            size="sm"
            icon={X}
            label={t`Refuser la ligne ${line.line}`}
            aria-pressed={chosen.has(line.id)}
            className={chosen.has(line.id) ? styles.refused : undefined}
            onClick={() => onRefuse(line.id)}
          />
        ),
    },
  ]
}

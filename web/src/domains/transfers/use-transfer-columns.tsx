// The columns of the list of transfers: an order opens in a panel, a batch on its own page.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { BatchRow, TransferLine, TransferRow } from 'contract/transfers/transfer-rows.ts'
import { type TransferStatus as Status, transferStatusLabels } from 'contract/transfers/transfer-statuses.ts'
import { type IdentityState, textIn } from 'contract/values/identity.ts'
import { Repeat } from 'lucide-react'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { Identity } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { cx } from '../../ui/cx.ts'
import type { Column } from '../../ui/data/Table.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BatchStatus } from './BatchStatus.tsx'
import { SeriesSwitch } from './SeriesSwitch.tsx'
import { useDayOf, useRhythm } from './transfer-labels.ts'
import styles from './TransferListScreen.module.css'
import type { TransferFilter } from './transfer-queries.ts'
import { TransferRowMenu } from './TransferRowMenu.tsx'
import { TransferStatus } from './TransferStatus.tsx'

const marks: Partial<Record<Status, IdentityState>> = {
  to_sign: 'pending',
  pending: 'pending',
  late: 'late',
  refused: 'refused',
  rejected: 'refused',
  returned: 'returned',
}
/** Nothing has left, and nothing will. */
const NOTHING_LEFT: readonly TransferRow['status'][] = ['refused', 'rejected', 'cancelled']

const isSeries = (row: TransferRow) => row.group === 'recurring'
const markOf = ({ status }: TransferRow) => (status === 'incomplete' ? null : (marks[status] ?? null))

export function useTransferColumns(search: TransferFilter & { page?: number | undefined }): Column<TransferRow>[] {
  const { t } = useLingui()
  const language = useLanguage()
  const dayOf = useDayOf()
  const rhythmOf = useRhythm()
  const memoOf = ({ identity, ...row }: TransferRow) => {
    if (identity.memo !== null) return textIn(identity.memo, language)
    return row.row === 'transfer' ? row.label : null
  }
  const foundIn = ({ found }: BatchRow) => {
    if (!found) return null
    const { name } = found
    const others = found.count - 1
    return others === 0 ? name : t`${plural(others, { one: `${name} et # autre`, other: `${name} et # autres` })}`
  }
  const statusOf = (row: TransferLine) => (
    <>
      {transferStatusLabels[row.status].tone !== null && <TransferStatus transfer={row} />}
      {isSeries(row) && <span className="small muted">{rhythmOf(row)}</span>}
      {row.status === 'refused' && row.reason && (
        <span className={cx(styles.reason, 'small muted')}>« {row.reason} »</span>
      )}
    </>
  )
  return [
    {
      id: 'date',
      kind: 'date',
      head: t`Exécution`,
      cell: (row) => (isSeries(row) ? <Icon shape={Repeat} size="sm" /> : (dayOf(row) ?? '—')),
    },
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (row) => (
        <Identity
          identity={row.identity}
          state={markOf(row)}
          title={(name) =>
            row.row === 'batch' ? (
              <Link {...paths.batch(row.id)} preload={false}>
                {name}
              </Link>
            ) : (
              <Link {...paths.transfer(row.id)} search={search} resetScroll={false} preload={false}>
                {name}
              </Link>
            )
          }
          detail={
            <>
              <span className={cx('on-phone', isSeries(row) && styles.rhythm)}>
                {row.row === 'transfer' && isSeries(row) ? `${rhythmOf(row)} · ` : dayOf(row) && `${dayOf(row)} · `}
              </span>
              {memoOf(row)}
              {row.row === 'batch' && row.found && ` · ${foundIn(row)}`}
            </>
          }
        />
      ),
    },
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: (row) => (
        <span className={cx(styles.status, isSeries(row) && styles.ofSeries)}>
          {row.row === 'transfer' ? (
            statusOf(row)
          ) : row.status === 'incomplete' || transferStatusLabels[row.status].tone !== null ? (
            <BatchStatus status={row.status} failed={row.failed} />
          ) : null}
        </span>
      ),
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency, status }) => (
        <span className={cx(NOTHING_LEFT.includes(status) && styles.struck, status === 'returned' && 'muted')}>
          <Money amount={-amount} currency={currency} signs="movement" />
        </span>
      ),
    },
    {
      id: 'acts',
      kind: 'acts',
      head: t`Actions`,
      isHeadHidden: true,
      cell: (row) =>
        row.row === 'batch' ? null : isSeries(row) &&
          (row.actions.includes('pause') || row.actions.includes('resume')) ? (
          <span className={styles.switch}>
            <SeriesSwitch transfer={row} />
          </span>
        ) : (
          <span className="from-tablet">
            <TransferRowMenu transfer={row} search={search} />
          </span>
        ),
    },
  ]
}

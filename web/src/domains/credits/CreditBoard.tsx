import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CreditDetail, CreditLine } from 'contract/products/credits.ts'
import { instalmentLabels } from 'contract/products/product-labels.ts'
import { Check, TriangleAlert } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Badge } from '../../ui/data/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { type Column, Subject, Table } from '../../ui/data/Table.tsx'
import { boardQuery } from './credit-queries.ts'
import styles from './credits.module.css'

/** The shown lines. `open`: those to come, and the overdue ones. */
export type BoardView = 'open' | 'paid' | 'all'

type Props = { credit: CreditDetail; view: BoardView; onView: (view: BoardView) => void }

/** The amortisation table: paid, overdue and coming lines. */
export function CreditBoard({ credit, view, onView }: Props) {
  const { t } = useLingui()
  const { count, percent } = useFormats()
  const board = useQuery(boardQuery(credit.id))
  const columns = useColumns(credit)
  if (board.isPending)
    return (
      <Skeleton>
        <SkeletonRows count={8} hasHead />
      </Skeleton>
    )
  if (board.isLoadingError)
    return (
      <PageProblem
        title={t`Le tableau n’a pas pu être chargé`}
        error={board.error}
        onRetry={() => void board.refetch()}
      />
    )
  const lines = board.data.answer
  const paid = lines.filter(({ state }) => state === 'paid')
  const open = lines.filter(({ state }) => state !== 'paid')
  const visible = { all: lines, open: open.length > 0 ? open : lines, paid }[view]
  const [openCount, paidCount, allCount] = [open.length, paid.length, lines.length].map(count)
  const rate = percent(credit.tax_rate)
  const sum = (part: 'principal' | 'interest' | 'fees' | 'taxes' | 'instalment') => (
    <Money amount={lines.reduce((total, line) => total + line[part], 0)} currency={credit.currency} />
  )
  return (
    <>
      <div className={cx(styles.head, 'no-print')}>
        <Segmented
          label={t`Échéances`}
          value={view}
          options={[
            { value: 'open', label: t`À venir (${openCount})` },
            { value: 'paid', label: t`Réglées (${paidCount})` },
            { value: 'all', label: t`Toutes (${allCount})` },
          ]}
          onChange={onView}
        />
        <p className={styles.legend}>
          <span>
            <Trans>Capital</Trans>
          </span>
          <span className={styles.cost}>
            <Trans>Intérêts, taxes et frais</Trans>
          </span>
        </p>
      </div>
      <Table
        caption={t`Tableau d’amortissement`}
        columns={columns}
        groups={[{ id: 'all', rows: visible }]}
        rowKey={({ place }) => String(place)}
        isSelected={({ due_date, state }) => state === 'due' && due_date === credit.next_due_date}
        isStatic
      />
      <div className={styles.totals}>
        <h2 className="h3">
          <Trans>Total des {allCount} échéances</Trans>
        </h2>
        <DetailList
          facts={[
            { name: t`Capital`, value: sum('principal') },
            { name: t`Intérêts`, value: sum('interest') },
            { name: t`Frais`, value: sum('fees') },
            { name: t`Taxes`, value: sum('taxes') },
            { name: t`À payer`, value: sum('instalment') },
          ]}
        />
      </div>
      <p className={styles.note}>
        <Trans>Taxe sur les activités financières : {rate} des intérêts.</Trans>
      </p>
    </>
  )
}

function useColumns(credit: CreditDetail): Column<CreditLine>[] {
  const { t } = useLingui()
  const labels = useLabels(instalmentLabels)
  const { rowDate, money } = useFormats()
  const { currency } = credit
  const figure = (
    id: 'principal' | 'interest' | 'fees' | 'taxes' | 'outstanding',
    head: string,
    isWideOnly: boolean,
  ): Column<CreditLine> => ({
    id,
    kind: 'figure',
    head,
    isWideOnly,
    cell: (line) => (
      <span className={cx('num', line.state === 'paid' && 'muted')}>
        {money(line[id], currency).sign + money(line[id], currency).number}
      </span>
    ),
  })
  return [
    {
      id: 'line',
      kind: 'main',
      head: t`Échéance`,
      cell: ({ place, due_date, state, paid_on, late_interest, outstanding }) => {
        const day = rowDate(fromPlainDate(due_date))
        const left = money(outstanding, currency).number
        const paidOn = paid_on && rowDate(fromPlainDate(paid_on))
        return (
          <Subject
            title={
              <span className={cx('num', state === 'paid' && 'muted')}>
                {place}.{' '}
                {state === 'paid' ? (
                  <span className={styles.marked}>
                    {day}
                    <Icon shape={Check} size="xs" />
                  </span>
                ) : (
                  day
                )}
              </span>
            }
            detailOnPhone={t`reste ${left}`}
            detail={
              state === 'unpaid' ? (
                <>
                  <Badge tone="danger" icon={TriangleAlert}>
                    {labels.unpaid}
                  </Badge>{' '}
                  {late_interest > 0 && (
                    <Trans>
                      + <Money amount={late_interest} currency={currency} /> d’intérêts de retard
                    </Trans>
                  )}
                </>
              ) : state === 'paid' ? (
                t`Payée le ${paidOn}`
              ) : due_date === credit.next_due_date ? (
                t`prochaine`
              ) : (
                labels.due
              )
            }
          />
        )
      },
    },
    {
      id: 'part',
      kind: 'text',
      head: t`Part`,
      isWideOnly: true,
      cell: ({ principal, interest, taxes, fees, state }) => (
        <span className={cx(styles.part, state === 'paid' && styles.paid)} aria-hidden>
          <span style={{ flex: Math.max(0, principal) }} />
          <span style={{ flex: interest + taxes + fees }} />
        </span>
      ),
    },
    figure('principal', t`Capital`, false),
    figure('interest', t`Intérêts`, false),
    figure('fees', t`Frais`, true),
    figure('taxes', t`Taxes`, true),
    {
      id: 'instalment',
      kind: 'amount',
      head: t`À payer`,
      cell: ({ instalment }) => <Money amount={instalment} currency={currency} />,
    },
    figure('outstanding', t`Capital restant dû`, false),
  ]
}

import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { BatchDetail, BatchLineFilter } from 'contract/transfers/batches.ts'
import { paths } from '../../lib/paths.ts'
import styles from './Examination.module.css'

const route = getRouteApi('/signed-in/main/transfers/batches/$batchId')

/** Filters by the reason for a review, each with the number of its lines. */
export function ExaminationFilters({
  batch,
  examination,
}: {
  batch: BatchDetail
  examination: NonNullable<BatchDetail['examination']>
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { page: _page, only, ...search } = route.useSearch()
  const { never_paid, other_holder, unusual } = examination.counts
  const chips: [BatchLineFilter | undefined, string, number][] = [
    [undefined, t`Toutes`, batch.line_count],
    ['attention', t`À regarder`, never_paid + other_holder + unusual],
    ['never_paid', t`Jamais payés`, never_paid],
    ['other_holder', t`Autre titulaire`, other_holder],
    ['unusual', t`Montant inhabituel`, unusual],
  ]
  return (
    <div className={`${styles.chips} no-print`} role="group" aria-label={t`Lignes à montrer`}>
      {chips.map(([value, label, count]) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === only}
          onClick={() =>
            void navigate({
              ...paths.batch(batch.id),
              search: { ...search, ...(value && { only: value }) },
              replace: true,
              resetScroll: false,
            })
          }
        >
          {label} <span className="num">{count}</span>
        </button>
      ))}
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../IconButton.tsx'
import { pageNumbers } from './page-numbers.ts'
import styles from './Pagination.module.css'

type Props = { page: number; pageCount: number; onPage: (page: number) => void; summary: string; isNarrow?: boolean }

export function Pagination({ page, pageCount, onPage, summary, isNarrow = false }: Props) {
  const { t } = useLingui()
  return (
    <nav className={isNarrow ? `${styles.pager} ${styles.narrow}` : styles.pager} aria-label={t`Pagination`}>
      <p className={styles.summary}>{summary}</p>
      {pageCount > 1 && (
        <div className={styles.numbers}>
          <IconButton
            icon={ChevronLeft}
            size="sm"
            label={t`Page précédente`}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          {pageNumbers(page, pageCount).map((number, index) =>
            number === null ? (
              <span className={styles.gap} key={`gap-${index}`} aria-hidden>
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                className={styles.number}
                aria-label={t`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            ),
          )}
          <IconButton
            icon={ChevronRight}
            size="sm"
            label={t`Page suivante`}
            disabled={page >= pageCount}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </nav>
  )
}

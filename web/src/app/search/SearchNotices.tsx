import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SearchResults } from 'contract/search.ts'
import { useRecentSearches } from './recent-searches.ts'
import styles from './SearchDialog.module.css'
import type { Group } from './use-results.tsx'

/** The last searched texts. */
export function RecentSearches({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useLingui()
  const recent = useRecentSearches()
  if (recent.length === 0) return null
  return (
    <div>
      <div className={styles.group}>{t`Recherches récentes`}</div>
      <div className={styles.chips}>
        {recent.map((text) => (
          <button key={text} type="button" className={styles.chip} onClick={() => onChoose(text)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}

type NothingProps = { text: string; nearest: string | null; onChoose: (text: string) => void }

/** Nothing was found: offers the name with the most similar spelling. */
export function NothingFound({ text, nearest, onChoose }: NothingProps) {
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle}>
        <Trans>Rien pour « {text} »</Trans>
      </p>
      <p className="muted">
        {nearest === null ? (
          <Trans>Ni paiement, ni nom, ni document.</Trans>
        ) : (
          <Trans>
            Ni paiement, ni nom, ni document. Le plus proche :{' '}
            <button type="button" className={styles.nearest} onClick={() => onChoose(nearest)}>
              {nearest}
            </button>
          </Trans>
        )}
      </p>
    </div>
  )
}

type SummaryProps = { text: string; results: SearchResults | undefined; groups: readonly Group[]; isEmpty: boolean }

/** What was found, as one sentence for screen readers. */
export function SearchSummary({ text, results, groups, isEmpty }: SummaryProps) {
  const { t } = useLingui()
  if (text === '') return t`Suggestions`
  if (!results) return null
  if (isEmpty) return t`Aucun résultat`
  const visible = groups.reduce((sum, group) => sum + group.results.filter((one) => !('more' in one)).length, 0)
  return t`${plural(results.payments.total, { 0: 'Aucun paiement', one: '# paiement', other: '# paiements' })}, ${plural(visible, { one: '# résultat affiché', other: '# résultats affichés' })}`
}

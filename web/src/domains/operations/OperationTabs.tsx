import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import tabs from '../../shell/tabs.module.css'
import { cx } from '../../ui/cx.ts'

/** The two views of the operations: one by one, and by month and category. */
export function OperationTabs({ isAnalysis = false }: { isAnalysis?: boolean }) {
  const { t } = useLingui()
  // The months are those of the front page.
  if (!hasRight(useAccount(), 'dashboard')) return null
  return (
    <nav className={tabs.tabs} aria-label={t`Synthèse`}>
      <Link
        {...paths.operations()}
        className={cx(tabs.tab, !isAnalysis && tabs.chosen)}
        aria-current={isAnalysis ? undefined : 'page'}
        activeOptions={{ exact: true }}
      >
        <Trans>Opérations</Trans>
      </Link>
      <Link
        {...paths.analysis()}
        className={cx(tabs.tab, isAnalysis && tabs.chosen)}
        aria-current={isAnalysis ? 'page' : undefined}
      >
        <Trans>Analyse</Trans>
      </Link>
    </nav>
  )
}

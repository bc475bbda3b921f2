import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { CreditDetail } from 'contract/products/credits.ts'
import { ArrowLeft, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import tabs from '../../shell/tabs.module.css'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, menuItemClass } from '../../ui/overlays/Menu.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { type BoardView, CreditBoard } from './CreditBoard.tsx'
import { creditQuery, downloadBoard } from './credit-queries.ts'
import { useCreditTypes } from './credit-labels.tsx'
import { CreditSummary } from './CreditSummary.tsx'

const route = getRouteApi('/signed-in/main/credits/$creditId')

/** One credit: its summary and its schedule. */
export function CreditScreen(): ReactNode {
  const { t } = useLingui()
  const { creditId } = route.useParams()
  const credit = useQuery(creditQuery(creditId))
  if (credit.data) return <CreditContent credit={credit.data.answer} />
  return (
    <Page heading={t`Crédit`} back={<BackToCredits />}>
      {credit.isError ? (
        <PageProblem
          title={t`Le crédit n’a pas pu être chargé`}
          error={credit.error}
          list={paths.credits()}
          onRetry={() => void credit.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={6} hasHead />
        </Skeleton>
      )}
    </Page>
  )
}

const BackToCredits = () => (
  <Link {...paths.credits()}>
    <Icon shape={ArrowLeft} size="sm" />
    <Trans>Crédits</Trans>
  </Link>
)

function CreditContent({ credit }: { credit: CreditDetail }): ReactNode {
  const { t } = useLingui()
  const { tab, view } = route.useSearch()
  const navigate = useNavigate()
  const types = useCreditTypes()
  const { id, type, number, purpose } = credit
  const show = (next: BoardView) =>
    void navigate({
      ...paths.credit(id),
      search: { tab: 'board', ...(next !== 'open' && { view: next }) },
      replace: true,
      resetScroll: false,
    })
  const names = [
    [undefined, t`Résumé`],
    ['board', t`Tableau d’amortissement`],
  ] as const
  return (
    <Page
      heading={types[type]}
      back={<BackToCredits />}
      context={
        <span className="num">
          {t`n° ${number}`}
          {purpose && ` · ${purpose}`}
        </span>
      }
      actions={<BoardFiles id={id} />}
      tabs={
        <nav className={tabs.tabs} aria-label={t`Crédit`}>
          {names.map(([one, name]) => (
            <Link
              key={name}
              className={cx(tabs.tab, one === tab && tabs.chosen)}
              {...paths.credit(id)}
              search={{ ...(one && { tab: one }), ...(view && { view }) }}
              activeOptions={{ exact: true }}
              replace
            >
              {name}
            </Link>
          ))}
        </nav>
      }
    >
      {tab === 'board' ? (
        <CreditBoard credit={credit} view={view ?? 'open'} onView={show} />
      ) : (
        <CreditSummary credit={credit} />
      )}
    </Page>
  )
}

function BoardFiles({ id }: { id: string }) {
  const { t } = useLingui()
  const { isFetching, fetchFile } = useFetching()
  const isOnline = useIsOnline()
  const formats = [
    ['pdf', t`PDF, à imprimer`],
    ['xlsx', t`Excel`],
    ['csv', t`CSV`],
  ] as const
  return (
    <Menu
      label={t`Télécharger l’échéancier`}
      align="end"
      trigger={(props) => (
        <Button {...props} icon={Download} disabled={!isOnline} isBusy={isFetching}>
          <Trans>Télécharger l’échéancier</Trans>
        </Button>
      )}
    >
      {(close) =>
        formats.map(([format, name]) => (
          <button
            key={format}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={menuItemClass()}
            onClick={() => {
              close()
              void fetchFile(() => downloadBoard(id, format))
            }}
          >
            {name}
          </button>
        ))
      }
    </Menu>
  )
}

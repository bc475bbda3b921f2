import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { CardList } from './CardList.tsx'
import { cardsQuery } from './card-queries.ts'
import { RecurringList } from './RecurringList.tsx'
import { TopupHistory } from './TopupHistory.tsx'
import { TopupPanel } from './TopupPanel.tsx'
import { TopupDetailPanel } from './TopupDetailPanel.tsx'

const route = getRouteApi('/signed-in/main/payment-methods/cards')

/** The prepaid cards with their balances, recurring top-ups and history. */
export function CardsScreen(): ReactNode {
  const { t } = useLingui()
  const { view, topup, page = 1, ...filter } = route.useSearch()
  const navigate = useNavigate()
  const account = useAccount()
  const mayTopUp = account.currency === 'XOF' && mayMoveMoney(account, 'topup')
  const cards = useQuery(cardsQuery())
  const usable = (cards.data?.answer ?? []).filter(({ status }) => status === 'active')
  const [toppedUp, setToppedUp] = useState<string | null>(null)
  const linkTo = (search: Partial<ReturnType<typeof route.useSearch>>) => ({
    ...paths.cards(),
    search: { ...(view && { view }), ...search },
  })
  const go = (search: Parameters<typeof linkTo>[0]) => void navigate({ ...linkTo(search), resetScroll: false })
  return (
    <Page
      heading={t`Cartes prépayées`}
      tabs={<ViewTabs />}
      actions={
        mayTopUp &&
        (cards.isPending || usable.length > 0) && (
          <Button
            variant="primary"
            icon={Plus}
            disabled={cards.isPending}
            onClick={() => setToppedUp(usable[0]?.id ?? null)}
          >
            <Trans>Recharger une carte</Trans>
          </Button>
        )
      }
    >
      {view === undefined && <CardList cards={cards} mayAct={mayTopUp} onTopUp={(card) => setToppedUp(card.id)} />}
      {view === 'recurring' && <RecurringList mayAct={mayTopUp} />}
      {view === 'history' && (
        <TopupHistory
          cards={cards.data?.answer ?? []}
          page={page}
          filter={filter}
          onFilter={(next) => go(next)}
          onPage={(next) => go({ ...filter, page: next })}
          linkOf={({ id }) => linkTo({ ...filter, page, topup: id })}
        />
      )}
      {toppedUp && <TopupPanel cards={usable} first={toppedUp} onClose={() => setToppedUp(null)} />}
      {topup && <TopupDetailPanel id={topup} onClose={() => go({ ...filter, page })} />}
    </Page>
  )
}

function ViewTabs() {
  const { t } = useLingui()
  const { view } = route.useSearch()
  return (
    <nav className={tabs.tabs} aria-label={t`Cartes et recharges`}>
      {(
        [
          [undefined, t`Mes cartes`],
          ['recurring', t`Recharges récurrentes`],
          ['history', t`Historique des recharges`],
        ] as const
      ).map(([one, name]) => (
        <Link
          key={name}
          className={cx(tabs.tab, one === view && tabs.chosen)}
          {...paths.cards()}
          search={one ? { view: one } : {}}
          activeOptions={{ exact: true }}
          {...(one === view && { 'aria-current': 'page' as const })}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

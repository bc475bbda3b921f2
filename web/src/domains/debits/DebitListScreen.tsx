import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Debit, Mandate } from 'contract/products/debits.ts'
import { headers } from 'contract/endpoint.ts'
import { textIn } from 'contract/values/identity.ts'
import { FilePlus2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { IdentityFace } from '../../shell/Identity.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SummaryBand } from '../../ui/data/SummaryBand.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { DebitPanel } from './DebitPanel.tsx'
import { debitListQuery, mandateListQuery } from './debit-queries.ts'
import { DebitStatus, MandateStatus, useReasons, useSchemes } from './debit-labels.tsx'
import { MandatePanel } from './MandatePanel.tsx'
import { RegisterMandateModal } from './RegisterMandateModal.tsx'

const route = getRouteApi('/signed-in/main/debits')

/** Upcoming and past collections of creditors, and their mandates. */
export function DebitListScreen(): ReactNode {
  const { t } = useLingui()
  const { tab } = route.useSearch()
  const { capabilities, is_company } = useAccount()
  const [isRegistering, setRegistering] = useState(false)
  const mayRegister = tab === 'mandates' && is_company && capabilities.includes('mandate.manage')
  return (
    <Page
      heading={t`Prélèvements`}
      context={t`Organismes autorisés à débiter ce compte.`}
      tabs={<Tabs />}
      actions={
        mayRegister && (
          <Button variant="primary" icon={FilePlus2} onClick={() => setRegistering(true)}>
            <Trans>Enregistrer un mandat</Trans>
          </Button>
        )
      }
    >
      {tab === 'mandates' ? <Mandates /> : <Debits key={tab ?? 'upcoming'} tab={tab ?? 'upcoming'} />}
      {isRegistering && <RegisterMandateModal onClose={() => setRegistering(false)} />}
    </Page>
  )
}

function Tabs(): ReactNode {
  const { t } = useLingui()
  const { tab } = route.useSearch()
  return (
    <nav className={tabs.tabs} aria-label={t`Prélèvements et mandats`}>
      {(
        [
          [undefined, t`À venir`],
          ['history', t`Historique`],
          ['mandates', t`Mandats`],
        ] as const
      ).map(([one, name]) => (
        <Link
          key={name}
          className={cx(tabs.tab, one === tab && tabs.chosen)}
          {...paths.debits()}
          search={one ? { tab: one } : {}}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function useGoing() {
  const { tab, page } = route.useSearch()
  const navigate = useNavigate()
  const at = (next: { page?: number | undefined; id?: string }) => ({
    ...(tab && { tab }),
    ...(next.page && { page: next.page }),
    ...(next.id && { id: next.id }),
  })
  return {
    searchOf: (id: string) => at({ page, id }),
    goToPage: (next: number) => void navigate({ ...paths.debits(), search: at({ page: next }) }),
    closePanel: () => void navigate({ ...paths.debits(), search: at({ page }), resetScroll: false }),
  }
}

function Debits({ tab }: { tab: 'upcoming' | 'history' }): ReactNode {
  const { t } = useLingui()
  const { page = 1, id } = route.useSearch()
  const { currency } = useAccount()
  const { goToPage, closePanel } = useGoing()
  const debits = useQuery(debitListQuery(tab, page))
  const columns = useDebitColumns(tab)
  const visible = debits.data?.answer.find((debit) => debit.id === id)
  const isUpcoming = tab === 'upcoming'
  return (
    <>
      {isUpcoming && debits.data && debits.data.answer.length > 0 && (
        <SummaryBand
          totals={[
            {
              name: t`Total à venir`,
              value: (
                <Money
                  amount={Number(debits.data.headers.get(headers.totalAmount) ?? 0)}
                  currency={currency}
                  size="title"
                />
              ),
            },
            { name: t`Prélèvements annoncés`, value: String(debits.data.page?.total ?? debits.data.answer.length) },
          ]}
        />
      )}
      <ListPage<Debit, NonNullable<typeof debits.data>>
        query={debits}
        caption={isUpcoming ? t`Prélèvements à venir` : t`Historique des prélèvements`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={(debit) => debit.id}
        isSelected={(debit) => debit.id === id}
        problem={t`Les prélèvements n’ont pas pu être chargés`}
        empty={
          <EmptyState motif="lines" title={isUpcoming ? t`Aucun prélèvement à venir` : t`Aucun prélèvement`}>
            {isUpcoming
              ? t`Un prélèvement paraît ici dès que le créancier l’annonce. Vous pouvez le refuser jusqu’à midi, le jour ouvré qui précède.`
              : t`Les prélèvements exécutés, rejetés ou refusés paraîtront ici.`}
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} prélèvements`}
        onPage={goToPage}
      />
      {visible && <DebitPanel key={visible.id} debit={visible} onClose={closePanel} />}
    </>
  )
}

function useDebitColumns(tab: 'upcoming' | 'history'): Column<Debit>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const language = useLanguage()
  const reasons = useReasons()
  const { searchOf } = useGoing()
  const reasonColumn: Column<Debit> = {
    id: 'reason',
    kind: 'text',
    head: t`Motif`,
    isWideOnly: true,
    cell: ({ reason }) => (reason ? reasons[reason] : ''),
  }
  return [
    {
      id: 'creditor',
      kind: 'main',
      head: t`Créancier`,
      cell: ({ id, identity, due_date }) => (
        <Subject
          tile={<IdentityFace identity={identity} />}
          title={
            <Link {...paths.debits()} search={searchOf(id)} resetScroll={false}>
              {textIn(identity.name, language)}
            </Link>
          }
          detailOnPhone={rowDate(fromPlainDate(due_date))}
          detail={identity.memo && textIn(identity.memo, language)}
        />
      ),
    },
    { id: 'due', kind: 'text', head: t`Échéance`, cell: ({ due_date }) => rowDate(fromPlainDate(due_date)) },
    // An upcoming collection has no reason yet.
    ...(tab === 'history' ? [reasonColumn] : []),
    { id: 'status', kind: 'status', head: t`Statut`, cell: (debit) => <DebitStatus debit={debit} /> },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

function Mandates(): ReactNode {
  const { t } = useLingui()
  const { page = 1, id } = route.useSearch()
  const { goToPage, closePanel } = useGoing()
  const mandates = useQuery(mandateListQuery(page))
  const columns = useMandateColumns()
  const visible = mandates.data?.answer.find((mandate) => mandate.id === id)
  return (
    <>
      <ListPage<Mandate, NonNullable<typeof mandates.data>>
        query={mandates}
        caption={t`Mandats`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={(mandate) => mandate.id}
        isSelected={(mandate) => mandate.id === id}
        problem={t`Les mandats n’ont pas pu être chargés`}
        empty={
          <EmptyState motif="lines" title={t`Aucun mandat`}>
            <Trans>Un mandat paraît ici dès qu’un créancier présente un premier prélèvement.</Trans>
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} mandats`}
        onPage={goToPage}
      />
      {visible && <MandatePanel key={visible.id} mandate={visible} onClose={closePanel} />}
    </>
  )
}

function useMandateColumns(): Column<Mandate>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const schemes = useSchemes()
  const { searchOf } = useGoing()
  return [
    {
      id: 'creditor',
      kind: 'main',
      head: t`Créancier`,
      cell: ({ id, creditor_name, identity, umr }) => (
        <Subject
          tile={<IdentityFace identity={identity} />}
          title={
            <Link {...paths.debits()} search={searchOf(id)} resetScroll={false}>
              {creditor_name}
            </Link>
          }
          detail={<span className="num">{umr}</span>}
        />
      ),
    },
    {
      id: 'scheme',
      kind: 'text',
      head: t`Type de prélèvement`,
      isWideOnly: true,
      cell: ({ scheme }) => schemes[scheme],
    },
    { id: 'signed', kind: 'text', head: t`Signé le`, cell: ({ signed_on }) => rowDate(fromPlainDate(signed_on)) },
    { id: 'status', kind: 'status', head: t`Statut`, cell: (mandate) => <MandateStatus mandate={mandate} /> },
    {
      id: 'ceiling',
      kind: 'amount',
      head: t`Montant maximum`,
      cell: ({ max_amount, currency }) =>
        max_amount === null ? (
          <span className="muted">{t`aucun`}</span>
        ) : (
          <Money amount={max_amount} currency={currency} />
        ),
    },
  ]
}

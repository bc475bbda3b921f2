import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import type { Debit } from 'contract/products/debits.ts'
import { headers } from 'contract/endpoint.ts'
import { textIn } from 'contract/values/identity.ts'
import { FilePlus2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { foundIn } from '../../shell/filters/filter.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SummaryBand } from '../../ui/data/SummaryBand.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { DebitFilters } from './DebitFilters.tsx'
import { DebitPanel } from './DebitPanel.tsx'
import { debitListQuery, debitQuery } from './debit-queries.ts'
import { DebitStatus, isPlain, useReasonOf } from './debit-labels.tsx'
import { MandateList } from './MandateList.tsx'
import { RegisterMandateModal } from './RegisterMandateModal.tsx'
import { useDebitAddress } from './use-debit-address.ts'

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
      {tab === 'mandates' ? <MandateList /> : <Debits key={tab ?? 'upcoming'} tab={tab ?? 'upcoming'} />}
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

function Debits({ tab }: { tab: 'upcoming' | 'history' }): ReactNode {
  const { t } = useLingui()
  const { page = 1, id, tab: _tab, ...filter } = route.useSearch()
  const { currency } = useAccount()
  const navigate = useNavigate()
  const { goToPage, closePanel } = useDebitAddress()
  const debits = useQuery(debitListQuery(tab, page, filter))
  const columns = useDebitColumns(tab)
  const listed = debits.data?.answer.find((debit) => debit.id === id)
  const linked = useQuery({ ...debitQuery(id ?? ''), enabled: id !== undefined && !listed })
  const isUpcoming = tab === 'upcoming'
  const isNarrowed = Object.keys(filter).length > 0
  // An alert leads to a collection that is not upcoming any more, or never was.
  if (isUpcoming && id && !listed && linked.data && linked.data.answer.status !== 'announced')
    return <Navigate {...paths.debits()} search={{ tab: 'history', id }} replace />
  return (
    <>
      <DebitFilters
        tab={tab}
        filter={filter}
        count={foundIn(debits)}
        onChange={(next) =>
          void navigate({
            ...paths.debits(),
            search: { ...next, ...(!isUpcoming && { tab: 'history' as const }) },
            replace: true,
            resetScroll: false,
          })
        }
      />
      {isUpcoming && !isNarrowed && debits.data && debits.data.answer.length > 0 && (
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
          isNarrowed ? (
            <EmptyState
              motif="search"
              title={t`Aucun prélèvement ne correspond`}
              action={
                <LinkButton {...paths.debits()} search={isUpcoming ? {} : { tab: 'history' }}>
                  <Trans>Voir tous les prélèvements</Trans>
                </LinkButton>
              }
            />
          ) : (
            <EmptyState motif="lines" title={isUpcoming ? t`Aucun prélèvement à venir` : t`Aucun prélèvement`}>
              {isUpcoming
                ? t`Un prélèvement paraît ici dès que le créancier l’annonce. Vous pouvez le refuser jusqu’à midi, le jour ouvré qui précède.`
                : t`Les prélèvements exécutés, rejetés ou refusés paraîtront ici.`}
            </EmptyState>
          )
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} prélèvements`}
        onPage={goToPage}
      />
      {id && <DebitPanel key={id} id={id} known={listed} onClose={closePanel} />}
    </>
  )
}

function useDebitColumns(tab: 'upcoming' | 'history'): Column<Debit>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const language = useLanguage()
  const reasonOf = useReasonOf()
  const { searchOf } = useDebitAddress()
  const reasonColumn: Column<Debit> = {
    id: 'reason',
    kind: 'text',
    head: t`Motif`,
    isWideOnly: true,
    cell: reasonOf,
  }
  return [
    {
      id: 'creditor',
      kind: 'main',
      head: t`Créancier`,
      cell: ({ id, identity, due_date, settled_on }) => (
        <Subject
          tile={<IdentityPicture identity={identity} />}
          title={
            <Link {...paths.debits()} search={searchOf(id)} resetScroll={false}>
              {textIn(identity.name, language)}
            </Link>
          }
          detailOnPhone={rowDate(fromPlainDate(settled_on ?? due_date))}
          detail={identity.memo && textIn(identity.memo, language)}
        />
      ),
    },
    // The date by which the tab is ordered.
    {
      id: 'due',
      kind: 'text',
      head: tab === 'upcoming' ? t`Échéance` : t`Date`,
      cell: ({ due_date, settled_on }) => rowDate(fromPlainDate(settled_on ?? due_date)),
    },
    // An upcoming collection has no reason yet.
    ...(tab === 'history' ? [reasonColumn] : []),
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: (debit) => !isPlain(debit) && <DebitStatus debit={debit} />,
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

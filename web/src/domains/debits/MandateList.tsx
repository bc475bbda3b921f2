import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Mandate } from 'contract/products/debits.ts'
import type { ReactNode } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MandateStatus, useSchemes } from './debit-labels.tsx'
import { mandateListQuery } from './debit-queries.ts'
import { MandatePanel } from './MandatePanel.tsx'
import { useDebitAddress } from './use-debit-address.ts'

const route = getRouteApi('/signed-in/main/debits')

/** The mandates of the account. */
export function MandateList(): ReactNode {
  const { t } = useLingui()
  const { page = 1, id } = route.useSearch()
  const { goToPage, closePanel } = useDebitAddress()
  const mandates = useQuery(mandateListQuery(page))
  const columns = useMandateColumns()
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
      {id && (
        <MandatePanel
          key={id}
          id={id}
          known={mandates.data?.answer.find((mandate) => mandate.id === id)}
          onClose={closePanel}
        />
      )}
    </>
  )
}

function useMandateColumns(): Column<Mandate>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const schemes = useSchemes()
  const { searchOf } = useDebitAddress()
  return [
    {
      id: 'creditor',
      kind: 'main',
      head: t`Créancier`,
      cell: ({ id, creditor_name, identity, umr }) => (
        <Subject
          tile={<IdentityPicture identity={identity} />}
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
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: (mandate) =>
        (mandate.status !== 'active' || mandate.is_creditor_blocked) && <MandateStatus mandate={mandate} />,
    },
    {
      id: 'ceiling',
      kind: 'amount',
      head: t`Montant maximum`,
      cell: ({ max_amount, currency }) =>
        max_amount === null ? (
          <span className="muted">{t`sans plafond`}</span>
        ) : (
          <Money amount={max_amount} currency={currency} />
        ),
    },
  ]
}

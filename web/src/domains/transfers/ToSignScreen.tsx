import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Answer } from 'contract/endpoint.ts'
import type { acceptTransfers, listTransfersToSign } from 'contract/transfers.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { Currency } from 'contract/values/money.ts'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { tellFault } from '../../lib/faults.ts'
import { announce } from '../../lib/banners.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/online.ts'
import { paths } from '../../lib/paths.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { cx } from '../../ui/cx.ts'
import { type Column, Subject } from '../../ui/Table.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { BatchesToSign } from './BatchesToSign.tsx'
import { PaymentsToSign } from './PaymentsToSign.tsx'
import { RejectModal } from './RejectModal.tsx'
import { batchesToSignQuery } from './multiple-queries.ts'
import { paymentsToSignQuery, toSignQuery, useAcceptTransfers } from './transfer-queries.ts'
import styles from './ToSignScreen.module.css'

type ToSign = Answer<typeof listTransfersToSign>[number]
type Outcome = Answer<typeof acceptTransfers>[number]

const route = getRouteApi('/signed-in/main/transfers/to-sign')

/** The signature inbox: what waits over all accounts, the first due first; many are signed with one password. */
export function ToSignScreen() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const navigate = useNavigate()
  const { page = 1 } = route.useSearch()
  const waiting = useQuery(toSignQuery(page))
  const accept = useAcceptTransfers()
  const [chosen, setChosen] = useState<ReadonlyMap<string, ToSign>>(new Map())
  const [refusing, setRefusing] = useState<ToSign | null>(null)
  const [refused, setRefused] = useState<Outcome[]>([])
  const toggle = (transfer: ToSign) => {
    const next = new Map(chosen)
    if (!next.delete(transfer.id)) next.set(transfer.id, transfer)
    setChosen(next)
  }
  const columns = useColumns(chosen, toggle)
  const signable = waiting.data?.answer.filter(({ actions }) => actions.includes('accept')) ?? []
  const isAllChosen = signable.length > 0 && signable.every(({ id }) => chosen.has(id))
  const sign = () =>
    accept.mutate(
      { body: { items: [...chosen.values()].map(({ account, id, version }) => ({ account: account.uuid, id, version })) } },
      {
        onSuccess: ({ answer }) => {
          const done = answer.filter(({ outcome }) => outcome !== 'refused').length
          setRefused(answer.filter(({ outcome }) => outcome === 'refused'))
          setChosen(new Map())
          if (done > 0) announce(t`${plural(done, { one: 'Le virement a bien été validé.', other: '# virements ont bien été validés.' })}`)
        },
        onError: tellFault,
      },
    )
  const hasOthers = [useQuery(batchesToSignQuery(1)), useQuery(paymentsToSignQuery(1))].some(({ data }) => (data?.answer.length ?? 0) > 0)
  const only = chosen.size === 1 ? [...chosen.values()][0] : undefined
  return (
    <Page
      heading={t`Virements à valider`}
      context={t`Sur tous vos comptes, les plus urgents d’abord.`}
      actions={
        signable.length > 1 && (
          <Button
            onClick={() => setChosen(isAllChosen ? new Map() : new Map([...chosen, ...signable.map((one) => [one.id, one] as const)]))}
          >
            {isAllChosen ? <Trans>Ne rien choisir</Trans> : <Trans>Tout choisir</Trans>}
          </Button>
        )
      }
    >
      {refused.length > 0 && (
        <div className={styles.refused}>
          <InlineAlert
            tone="warning"
            title={t`${plural(refused.length, { one: 'Un virement n’a pas été validé', other: '# virements n’ont pas été validés' })}`}
          >
            {[...new Set(refused.map(({ message }) => message))].join(' ')}
          </InlineAlert>
        </div>
      )}
      <BatchesToSign />
      <PaymentsToSign />
      {hasOthers && (
        <h2 className={cx('h3', styles.title)}>
          <Trans>Virements</Trans>
        </h2>
      )}
      <ListPage
        query={waiting}
        caption={t`Virements à valider`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        isSelected={({ id }) => chosen.has(id)}
        problem={t`Les virements n’ont pas pu être chargés`}
        empty={<EmptyState motif="lines" title={t`Aucun virement à valider`} />}
        summary={(from, to, total) => t`${from}–${to} sur ${total} virements`}
        onPage={(next) => void navigate({ ...paths.transfersToSign(), search: { page: next } })}
      />
      {chosen.size > 0 && (
        <StickyBar label={t`Sélection`}>
          <p aria-live="polite">
            <b>{t`${plural(chosen.size, { one: '# virement choisi', other: '# virements choisis' })}`}</b>{' '}
            <Sums transfers={[...chosen.values()]} />
          </p>
          <span className={styles.acts}>
            {only && (
              <Button variant="danger-quiet" icon={X} disabled={!isOnline} onClick={() => setRefusing(only)}>
                <Trans>Refuser</Trans>
              </Button>
            )}
            <Button variant="primary" icon={Check} disabled={!isOnline} isBusy={accept.isPending} onClick={sign}>
              <Trans>Valider</Trans>
            </Button>
          </span>
        </StickyBar>
      )}
      {refusing && (
        <RejectModal
          transfer={refusing}
          account={refusing.account.uuid}
          onClose={() => setRefusing(null)}
          onDone={() => {
            setRefusing(null)
            setChosen(new Map())
          }}
        />
      )}
    </Page>
  )
}

function Sums({ transfers }: { transfers: readonly ToSign[] }) {
  const sums = new Map<Currency, number>()
  for (const { amount, currency } of transfers) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => (
    <span key={currency}>
      <Money amount={amount} currency={currency} />{' '}
    </span>
  ))
}

function useColumns(chosen: ReadonlyMap<string, ToSign>, toggle: (transfer: ToSign) => void): Column<ToSign>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  return [
    { id: 'date', kind: 'date', head: t`Exécution`, cell: ({ execution_date }) => rowDate(fromPlainDate(execution_date)) },
    {
      id: 'beneficiary',
      kind: 'main',
      head: t`Bénéficiaire`,
      cell: (transfer) => (
        <Subject
          title={
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={chosen.has(transfer.id)}
                disabled={!transfer.actions.includes('accept')}
                onChange={() => toggle(transfer)}
              />
              {transfer.beneficiary.name}
            </label>
          }
          detailOnPhone={rowDate(fromPlainDate(transfer.execution_date))}
          detail={`${transfer.label} · ${transfer.created_by}`}
        />
      ),
    },
    {
      id: 'account',
      kind: 'text',
      head: t`Compte débité`,
      isWideOnly: true,
      cell: ({ account }) => <span className="nowrap">{`${account.label} · ${account.number.slice(-4)}`}</span>,
    },
    {
      id: 'iban',
      kind: 'text',
      head: t`Compte crédité`,
      isWideOnly: true,
      cell: ({ beneficiary }) => <span className="nowrap num">{groupByFour(beneficiary.iban)}</span>,
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency }) => <Money amount={-amount} currency={currency} signs="movement" />,
    },
  ]
}

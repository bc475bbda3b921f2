import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Answer } from 'contract/endpoint.ts'
import { nameOfItem, signableLabels } from 'contract/transfers/signable-labels.ts'
import { type acceptItems, type ItemToSign, signedTogether } from 'contract/transfers/signatures.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { Currency } from 'contract/values/money.ts'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { reportError } from '../../lib/report-error.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { RejectModal } from '../transfers/RejectModal.tsx'
import { useAcceptItems } from './signature-queries.ts'
import { toSignQuery } from '../transfers/transfer-queries.ts'
import { useOpenItem } from './use-open-item.ts'
import styles from './ToSignScreen.module.css'

type Signable = ItemToSign & { kind: (typeof signedTogether)[number] }
type Outcome = Answer<typeof acceptItems>[number]

const kinds: readonly ItemToSign['kind'][] = signedTogether
const isSignable = (item: ItemToSign): item is Signable => kinds.includes(item.kind)

const route = getRouteApi('/signed-in/main/transfers/to-sign')

/**
 * The signature inbox: all items that the user can sign over all accounts, the first due first; orders, batches and
 * top-ups with one password.
 */
export function ToSignScreen() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const navigate = useNavigate()
  const { page = 1 } = route.useSearch()
  const waiting = useQuery(toSignQuery(page))
  const accept = useAcceptItems()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Signable>>(new Map())
  const [refusing, setRefusing] = useState<Signable | null>(null)
  const [refused, setRefused] = useState<Outcome[]>([])
  const toggle = (item: Signable) => {
    const next = new Map(chosen)
    if (!next.delete(item.id)) next.set(item.id, item)
    setChosen(next)
  }
  const columns = useColumns(chosen, toggle)
  const signable = waiting.data?.answer.filter(isSignable) ?? []
  const isAllChosen = signable.length > 0 && signable.every(({ id }) => chosen.has(id))
  const sign = () =>
    accept.mutate(
      {
        body: {
          items: [...chosen.values()].map(({ kind, account, id, version }) => ({
            kind,
            account: account.uuid,
            id,
            version,
          })),
        },
      },
      {
        onSuccess: ({ answer }) => {
          const signed = answer.filter(({ outcome }) => outcome === 'signed')
          const done = signed.length
          const areTransfers = signed.every(({ id }) => chosen.get(id)?.kind === 'transfer')
          setRefused(answer.filter(({ outcome }) => outcome === 'refused'))
          setChosen(new Map())
          if (done > 0)
            announce(
              areTransfers
                ? t`${plural(done, { one: 'Le virement a bien été validé.', other: '# virements ont bien été validés.' })}`
                : t`${plural(done, { one: 'L’opération a bien été validée.', other: '# opérations ont bien été validées.' })}`,
            )
        },
        onError: reportError,
      },
    )
  const only = chosen.size === 1 ? [...chosen.values()][0] : undefined
  return (
    <Page
      heading={t`À valider`}
      context={t`Tout ce que vous pouvez signer, sur tous vos comptes, le plus urgent d’abord.`}
      actions={
        signable.length > 1 && (
          <Button
            onClick={() =>
              setChosen(
                isAllChosen ? new Map() : new Map([...chosen, ...signable.map((one) => [one.id, one] as const)]),
              )
            }
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
            title={t`${plural(refused.length, { one: 'Une opération n’a pas été validée', other: '# opérations n’ont pas été validées' })}`}
          >
            {[...new Set(refused.map(({ message }) => message))].join(' ')}
          </InlineAlert>
        </div>
      )}
      <ListPage
        query={waiting}
        caption={t`Opérations à valider`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        isSelected={({ id }) => chosen.has(id)}
        problem={t`La liste n’a pas pu être chargée`}
        empty={<EmptyState motif="lines" title={t`Rien à valider`} />}
        summary={(from, to, total) => t`${from}–${to} sur ${total} opérations à valider`}
        onPage={(next, options) => void navigate({ ...paths.transfersToSign(), search: { page: next }, ...options })}
      />
      {chosen.size > 0 && (
        <StickyBar label={t`Sélection`}>
          <p aria-live="polite">
            <b>{t`${plural(chosen.size, { one: '# opération choisie', other: '# opérations choisies' })}`}</b>{' '}
            <Sums items={[...chosen.values()]} />
          </p>
          <span className={styles.acts}>
            {only?.kind === 'transfer' && (
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

function Sums({ items }: { items: readonly Signable[] }) {
  const sums = new Map<Currency, number>()
  for (const { amount, currency } of items)
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + (amount ?? 0))
  return [...sums].map(([currency, amount]) => (
    <span key={currency}>
      <Money amount={amount} currency={currency} />{' '}
    </span>
  ))
}

function useColumns(chosen: ReadonlyMap<string, Signable>, toggle: (item: Signable) => void): Column<ItemToSign>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const language = useLanguage()
  const kindOf = ({ kind }: ItemToSign) => signableLabels[kind][language]
  const nameOf = (item: ItemToSign) => nameOfItem(item, language)
  const open = useOpenItem()
  const dayOf = ({ waits_since }: ItemToSign) => rowDate(fromUnix(waits_since))
  // An order that runs once it is signed has no date.
  const dueOf = ({ due_on, waits_since }: ItemToSign) =>
    due_on !== null && fromPlainDate(due_on) > fromUnix(waits_since) && t`Prévu le ${rowDate(fromPlainDate(due_on))}`
  return [
    { id: 'date', kind: 'date', head: t`Demandé le`, cell: dayOf },
    {
      id: 'name',
      kind: 'main',
      head: t`Opération`,
      cell: (item) => (
        <Subject
          title={
            <span className={styles.choice}>
              {isSignable(item) && (
                <input
                  type="checkbox"
                  aria-label={t`Choisir : ${kindOf(item)}, ${nameOf(item)}`}
                  checked={chosen.has(item.id)}
                  onChange={() => toggle(item)}
                />
              )}
              <button type="button" className="link" data-row-act onClick={() => void open(item).catch(reportError)}>
                {nameOf(item)}
              </button>
            </span>
          }
          detailOnPhone={dayOf(item)}
          detail={[
            item.kind !== 'transfer' && kindOf(item),
            dueOf(item),
            item.detail,
            item.kind === 'batch' && t`${plural(item.count ?? 0, { one: '# virement', other: '# virements' })}`,
            item.kind === 'chequebook' && t`${plural(item.count ?? 0, { one: '# chéquier', other: '# chéquiers' })}`,
            item.created_by,
          ]
            .filter(Boolean)
            .join(' · ')}
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
      cell: ({ iban }) => iban !== null && <span className="nowrap num">{groupByFour(iban)}</span>,
    },
    {
      id: 'amount',
      kind: 'amount',
      head: t`Montant`,
      cell: ({ amount, currency }) =>
        amount !== null && currency !== null && <Money amount={-amount} currency={currency} signs="movement" />,
    },
  ]
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PaymentToSign } from 'contract/signing-rules.ts'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { tellFault } from '../../lib/faults.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { findAccount, openAccount } from '../../lib/open-account.ts'
import { useIsOnline } from '../../lib/online.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session.ts'
import { Money } from '../../shell/Money.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Subject, Table } from '../../ui/Table.tsx'
import styles from './PaymentsToSign.module.css'
import { useAcceptTopups } from './accept-topups.ts'
import { paymentsToSignQuery } from './transfer-queries.ts'

/** What waits for the reader besides transfers: each leads to its panel, and top-ups are signed here together. Nothing when none does. */
export function PaymentsToSign() {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const nameOf = useNames()
  const open = useOpening()
  const waiting = useQuery(paymentsToSignQuery(1)).data?.answer ?? []
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  // What somebody else has signed meanwhile is chosen no more.
  const chosen = waiting.filter(({ id }) => chosenIds.has(id))
  if (waiting.length === 0) return null
  const toggle = (id: string) => {
    const next = new Set(chosen.map((one) => one.id))
    if (!next.delete(id)) next.add(id)
    setChosenIds(next)
  }
  return (
    <section className={styles.payments} aria-labelledby="payments-to-sign">
      <h2 className="h3" id="payments-to-sign">
        <Trans>Recharges et chéquiers</Trans>
      </h2>
      <Table
        caption={t`Recharges et chéquiers à valider`}
        columns={[
          { id: 'date', kind: 'date', head: t`Demandé le`, cell: ({ waits_since }) => rowDate(fromUnix(waits_since)) },
          {
            id: 'name',
            kind: 'main',
            head: t`Demande`,
            cell: (payment) => (
              <Subject
                title={
                  <span className={styles.choice}>
                    {payment.kind === 'topup' && (
                      <input
                        type="checkbox"
                        aria-label={t`Choisir la recharge de ${payment.card?.number_masked ?? ''}`}
                        checked={chosenIds.has(payment.id)}
                        onChange={() => toggle(payment.id)}
                      />
                    )}
                    <button type="button" className="link" data-row-act onClick={() => void open(payment).catch(tellFault)}>
                      {nameOf(payment)}
                    </button>
                  </span>
                }
                detailOnPhone={rowDate(fromUnix(payment.waits_since))}
                detail={payment.card ? `${payment.card.number_masked} · ${payment.created_by}` : payment.created_by}
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
            id: 'amount',
            kind: 'amount',
            head: t`Montant`,
            cell: ({ amount, currency }) => <Money amount={-amount} currency={currency} signs="movement" />,
          },
        ]}
        groups={[{ id: 'all', rows: waiting }]}
        rowKey={({ id }) => id}
        isSelected={({ id }) => chosenIds.has(id)}
      />
      <TopupSigning chosen={chosen} onSigned={() => setChosenIds(new Set())} />
    </section>
  )
}

/** Signs the top-ups that are chosen with one password, and says which of them were not. */
function TopupSigning({ chosen, onSigned }: { chosen: readonly PaymentToSign[]; onSigned: () => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const accept = useAcceptTopups()
  const refused = accept.data?.answer.filter(({ outcome }) => outcome === 'refused') ?? []
  const sign = () =>
    accept.mutate(
      { body: { items: chosen.map(({ account, id }) => ({ account: account.uuid, id })) } },
      {
        onSuccess: ({ answer }) => {
          onSigned()
          const done = answer.filter(({ outcome }) => outcome !== 'refused').length
          if (done > 0)
            announce(t`${plural(done, { one: 'La recharge a bien été validée.', other: '# recharges ont bien été validées.' })}`)
        },
        onError: tellFault,
      },
    )
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      {refused.length > 0 && (
        <InlineAlert
          tone="warning"
          title={t`${plural(refused.length, { one: 'Une recharge n’a pas été validée', other: '# recharges n’ont pas été validées' })}`}
        >
          {[...new Set(refused.map(({ message }) => message))].join(' ')}
        </InlineAlert>
      )}
      {chosen.length > 0 && (
        <div className={styles.signing}>
          <p aria-live="polite">
            <b>{t`${plural(chosen.length, { one: '# recharge choisie', other: '# recharges choisies' })}`}</b>{' '}
            <Money amount={total} currency="XOF" />
          </p>
          <Button variant="primary" icon={Check} disabled={!isOnline} isBusy={accept.isPending} onClick={sign}>
            {t`${plural(chosen.length, { one: 'Valider la recharge', other: 'Valider les recharges' })}`}
          </Button>
        </div>
      )}
    </>
  )
}

function useNames() {
  const { t } = useLingui()
  return ({ kind, chequebooks }: PaymentToSign): string => {
    if (kind === 'topup') return t`Recharge de carte`
    if (kind === 'recurring_topup') return t`Recharge récurrente`
    const quantity = chequebooks?.quantity ?? 1
    const leaves = chequebooks?.leaves ?? 0
    return `${t`${plural(quantity, { one: '# chéquier', other: '# chéquiers' })}`}, ${t`${plural(leaves, { one: '# feuille', other: '# feuilles' })}`}`
  }
}

/** Cards and chequebooks are those of the account that is open: it becomes the one of the payment. */
function useOpening() {
  const navigate = useNavigate()
  const own = useAccount()
  return async ({ id, kind, account }: PaymentToSign) => {
    if (account.uuid !== own.uuid) {
      const other = await findAccount({ id: account.uuid, number: account.number })
      if (!other) return
      openAccount(other)
    }
    if (kind === 'chequebook') return navigate({ ...paths.chequebooks(), search: { chequebook: id } })
    return navigate({
      ...paths.cards(),
      search: kind === 'topup' ? { view: 'history' as const, topup: id } : { view: 'recurring' as const },
    })
  }
}

import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from 'contract/dashboard.ts'
import type { Operation } from 'contract/operations.ts'
import type { Currency } from 'contract/values/money.ts'
import { type ReactNode, useId } from 'react'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { Count } from '../../ui/Badge.tsx'
import { Ledger } from '../../ui/Ledger.tsx'
import { dayOf } from '../operations/operation-groups.ts'
import { subjectOf, useOperationTypes } from '../operations/operation-words.ts'
import styles from './blocks.module.css'

type Transfers = NonNullable<Dashboard['pending_transfers']>

export function Block({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}

type MovementProps = { title: string; sign: 'credit' | 'debit'; operations: readonly Operation[]; empty: string }

export function MovementBlock({ title, sign, operations, empty }: MovementProps) {
  const { rowDate } = useFormats()
  const types = useOperationTypes()
  const account = useAccount()
  const maySeeAll = hasRight(account, 'operations')
  const more = maySeeAll && (
    <Link className={styles.more} {...paths.operations()} search={{ sign }}>
      <Trans>Tout voir</Trans>
      <span className="sr"> : {title}</span>
    </Link>
  )
  return (
    <Block title={title} more={more}>
      {operations.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <Ledger
          rows={operations.map((operation) => ({
            id: operation.id,
            title: maySeeAll ? (
              <Link {...paths.operations()} search={{ operation: operation.id }} preload={false}>
                {subjectOf(operation)}
              </Link>
            ) : (
              subjectOf(operation)
            ),
            detail: `${rowDate(dayOf(operation))} · ${types[operation.type]}`,
            end: <Money amount={operation.amount} currency={operation.currency} signs="movement" />,
          }))}
        />
      )}
    </Block>
  )
}

export function PendingBlock({ transfers }: { transfers: Transfers }) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const more = (
    <Link className={styles.more} {...paths.transfers()}>
      <Trans>Tout voir</Trans>
      <span className="sr"> : {t`Virements en attente`}</span>
    </Link>
  )
  return (
    <Block title={t`Virements en attente`} more={more}>
      {transfers.items.length === 0 ? (
        <p className="muted">
          <Trans>Aucun virement en attente.</Trans>
        </p>
      ) : (
        <Ledger
          rows={transfers.items.map(({ id, beneficiary, execution_date, amount, currency }) => ({
            id,
            title: (
              <Link {...paths.transfer(id)} preload={false}>
                {beneficiary.name}
              </Link>
            ),
            detail: t`Prévu le ${rowDate(fromPlainDate(execution_date))}`,
            end: <Money amount={amount} currency={currency} />,
          }))}
        />
      )}
    </Block>
  )
}

/** `payments`: how many top-ups and orders of chequebooks wait beside the transfers. */
export function ToValidateBlock({ transfers, payments, currency }: { transfers: Transfers; payments: number; currency: Currency }) {
  const { t } = useLingui()
  const { count, moneyText } = useFormats()
  const id = useId()
  const total = moneyText(transfers.total, currency)
  const waiting = transfers.count + payments
  return (
    <section className={styles.todo} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className="h2" id={id}>
          <Trans>À valider</Trans>
        </h2>
        <Count value={count(waiting)} label={t`${plural(waiting, { one: '# opération à valider', other: '# opérations à valider' })}`} />
      </div>
      {transfers.count > 0 && (
        <p className={styles.total}>
          <Plural value={transfers.count} one="# virement" other="# virements" />, <Trans>{total} au total</Trans>
        </p>
      )}
      {payments > 0 && (
        <p className={styles.total}>
          <Plural value={payments} one="# recharge ou commande de chéquier" other="# recharges ou commandes de chéquiers" />
        </p>
      )}
      <Ledger
        rows={transfers.items.map((transfer) => ({
          id: transfer.id,
          title: (
            <Link {...paths.transfer(transfer.id)} preload={false}>
              {transfer.beneficiary.name}
            </Link>
          ),
          detail: transfer.label,
          end: <Money amount={transfer.amount} currency={transfer.currency} />,
        }))}
      />
      <LinkButton {...paths.transfersToSign()} isBlock>
        {payments > 0 ? <Trans>Examiner</Trans> : <Trans>Examiner les virements</Trans>}
      </LinkButton>
    </section>
  )
}

export function InboxBlock({ inbox }: { inbox: NonNullable<Dashboard['inbox']> }) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const more = (
    <Link className={styles.more} {...paths.inbox()}>
      <Trans>Tout voir</Trans>
      <span className="sr"> {t`Messagerie`}</span>
    </Link>
  )
  return (
    <Block title={t`Messagerie`} more={more}>
      {inbox.items.length === 0 ? (
        <p className="muted">
          <Trans>Aucun message.</Trans>
        </p>
      ) : (
        <Ledger
          rows={inbox.items.map(({ id, subject, sender, sent_at, is_read }) => ({
            id,
            isNew: !is_read,
            title: (
              <Link {...paths.message(id)} preload={false}>
                {subject}
                {!is_read && <span className="sr"> {t`(non lu)`}</span>}
              </Link>
            ),
            detail: `${sender} · ${rowDate(fromUnix(sent_at))}`,
          }))}
        />
      )}
    </Block>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Dashboard } from 'contract/dashboard.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { nameOfItem, signableLabels } from 'contract/transfers/signable-labels.ts'
import type { Currency } from 'contract/values/money.ts'
import { type ReactNode, useId } from 'react'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { Count } from '../../ui/data/Badge.tsx'
import { Ledger } from '../../ui/data/Ledger.tsx'
import { dayOf } from '../operations/operation-groups.ts'
import { subjectOf } from '../operations/operation-labels.ts'
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
  const types = useLabels(operationTypeLabels)
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
    <Link className={styles.more} {...paths.transfers()} search={{ validation: 'pending' as const }}>
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
          rows={transfers.items.map(({ id, beneficiary, display_date, created_by, amount, currency }) => ({
            id,
            title: (
              <Link {...paths.transfer(id)} preload={false}>
                {beneficiary.name}
              </Link>
            ),
            detail: [display_date !== null && t`Prévu le ${rowDate(fromPlainDate(display_date))}`, created_by]
              .filter(Boolean)
              .join(' · '),
            end: <Money amount={amount} currency={currency} />,
          }))}
        />
      )}
    </Block>
  )
}

/** The items that the user can sign over all accounts: the same as on the linked page. */
export function ToSignBlock({ toSign: { count: waiting, items } }: { toSign: NonNullable<Dashboard['to_sign']> }) {
  const { t } = useLingui()
  const { count } = useFormats()
  const language = useLanguage()
  const id = useId()
  return (
    <section className={styles.todo} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className="h2" id={id}>
          <Trans>À valider</Trans>
        </h2>
        <Count
          value={count(waiting)}
          label={t`${plural(waiting, { one: '# opération à valider', other: '# opérations à valider' })}`}
        />
      </div>
      <Ledger
        rows={items.map((item) => ({
          id: item.id,
          title: nameOfItem(item, language),
          detail: [item.name !== null && signableLabels[item.kind][language], item.detail].filter(Boolean).join(' · '),
          end: item.amount !== null && item.currency !== null && (
            <Money amount={item.amount} currency={item.currency} />
          ),
        }))}
      />
      <LinkButton {...paths.transfersToSign()} isBlock>
        <Trans>Examiner</Trans>
      </LinkButton>
    </section>
  )
}

/** The items that the user has sent and others have still to sign. */
export function SentBlock({
  sent,
  currency,
}: {
  sent: NonNullable<Dashboard['sent_for_signature']>
  currency: Currency
}) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const total = moneyText(sent.total, currency)
  return (
    <Block title={t`Envoyé pour signature`}>
      <p className="muted">
        {[
          sent.transfers > 0 && t`${plural(sent.transfers, { one: '# virement', other: '# virements' })}`,
          sent.batches > 0 && t`${plural(sent.batches, { one: '# lot de virements', other: '# lots de virements' })}`,
        ]
          .filter(Boolean)
          .join(', ')}
        , <Trans>{total} au total</Trans>
      </p>
    </Block>
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

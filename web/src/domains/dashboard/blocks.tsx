import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from 'contract/dashboard.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { signableLabels } from 'contract/transfers/signable-labels.ts'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { type Identity as IdentityShape, identityOfName, joinTexts } from 'contract/values/identity.ts'
import type { Currency } from 'contract/values/money.ts'
import { Signature } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { grouped } from '../../lib/grouped.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { Identity } from '../../shell/Identity.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { cx } from '../../ui/cx.ts'
import { Ledger } from '../../ui/data/Ledger.tsx'
import { dayOf } from '../operations/operation-groups.ts'
import styles from './blocks.module.css'

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

/** A phone shows fewer movements. */
const ON_PHONE = 5

/** The last movements by day, in and out together. */
export function MovementsBlock({ operations }: { operations: readonly Operation[] }) {
  const { t } = useLingui()
  const { dayTitle } = useFormats()
  const maySeeAll = hasRight(useAccount(), 'operations')
  const days = [...grouped([...operations.entries()], ([, operation]) => dayTitle(dayOf(operation)))]
  return (
    <Block
      title={t`Derniers mouvements`}
      more={
        maySeeAll && (
          <Link className={styles.more} {...paths.operations()}>
            <Trans>Tout voir</Trans>
            <span className="sr"> : {t`Derniers mouvements`}</span>
          </Link>
        )
      }
    >
      {operations.length === 0 && (
        <p className="muted">
          <Trans>Vos encaissements et vos dépenses apparaîtront ici.</Trans>
        </p>
      )}
      {days.map(([day, some]) => (
        <div key={day} className={cx(styles.day, (some[0]?.[0] ?? 0) >= ON_PHONE && 'from-tablet')}>
          <h3 className={styles.dayTitle}>{day}</h3>
          <ul className={styles.movements}>
            {some.map(([index, { id, identity, amount, currency }]) => (
              <li key={id} className={index >= ON_PHONE ? 'from-tablet' : undefined}>
                <Identity
                  identity={identity}
                  title={(name) =>
                    maySeeAll ? (
                      <Link {...paths.operations()} search={{ operation: id }} preload={false}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )
                  }
                  end={<Money amount={amount} currency={currency} signs="movement" />}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Block>
  )
}

const DAY_SECONDS = 86_400

/** Who is paid or what is ordered; an item that names nobody has the sign of the bank. */
function identityOfItem(item: ItemToSign): IdentityShape {
  const kind = signableLabels[item.kind]
  if (item.name === null)
    return { name: kind, memo: item.detail, kind: 'bank', tint: 'neutral', glyph: null, state: null }
  const memo = item.kind === 'transfer' && item.detail ? item.detail : item.detail ? joinTexts(kind, item.detail) : kind
  if (item.kind === 'topup' || item.kind === 'recurring_topup')
    return { name: item.name, memo, kind: 'card', tint: 'card', glyph: null, state: null }
  if (item.kind === 'batch')
    return { name: item.name, memo, kind: 'biller', tint: 'neutral', glyph: 'people', state: null }
  return identityOfName(item.name, memo)
}

/** The items that the user can sign over all accounts: the same as on the linked page, the answer first. */
export function ToSignBlock({ toSign: { count: waiting, items } }: { toSign: NonNullable<Dashboard['to_sign']> }) {
  const { t } = useLingui()
  const id = useId()
  const [now] = useState(() => Date.now())
  const makers = [...new Set(items.map(({ created_by }) => created_by).filter((name) => name !== null))].join(', ')
  const daysLate = ({ due_on }: ItemToSign) =>
    due_on === null ? 0 : Math.floor((now - Date.parse(due_on)) / (DAY_SECONDS * 1000))
  return (
    <section className={styles.todo} aria-labelledby={id}>
      <h2 className={styles.todoTitle} id={id}>
        {t`${plural(waiting, { one: '# opération attend votre signature', other: '# opérations attendent votre signature' })}`}
      </h2>
      {makers !== '' && (
        <p className="muted">
          <Trans>Préparé par {makers}</Trans>
        </p>
      )}
      <ul className={styles.movements}>
        {items.map((item) => {
          const late = daysLate(item)
          return (
            <li key={item.id}>
              <Identity
                identity={identityOfItem(item)}
                state={late > 0 ? 'late' : 'pending'}
                stateLabel={
                  late > 0
                    ? t`${plural(late, { one: 'En retard d’un jour', other: 'En retard de # jours' })}`
                    : t`À signer`
                }
                end={
                  item.amount !== null && item.currency !== null ? (
                    <Money amount={item.amount} currency={item.currency} />
                  ) : (
                    '\u00A0'
                  )
                }
              />
            </li>
          )
        })}
      </ul>
      <LinkButton {...paths.transfersToSign()} variant="primary" icon={Signature}>
        <Trans>Examiner et signer</Trans>
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

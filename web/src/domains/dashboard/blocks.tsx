import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from 'contract/dashboard.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { nameOfItem, signableLabels } from 'contract/transfers/signable-labels.ts'
import type { Currency } from 'contract/values/money.ts'
import { type ReactNode, useId } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { grouped } from '../../lib/grouped.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { Identity } from '../../shell/Identity.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { Count } from '../../ui/data/Badge.tsx'
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

/** The last movements by day, in and out together. */
export function MovementsBlock({ operations }: { operations: readonly Operation[] }) {
  const { t } = useLingui()
  const { dayTitle } = useFormats()
  const maySeeAll = hasRight(useAccount(), 'operations')
  const days = [...grouped(operations, (operation) => dayTitle(dayOf(operation)))]
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
        <div key={day} className={styles.day}>
          <h3 className={styles.dayTitle}>{day}</h3>
          <ul className={styles.movements}>
            {some.map(({ id, identity, amount, currency }) => (
              <li key={id}>
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

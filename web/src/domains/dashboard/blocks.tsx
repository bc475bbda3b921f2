import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from 'contract/dashboard.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import type { Currency } from 'contract/values/money.ts'
import { type ReactNode, useId } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { grouped } from '../../lib/grouped.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { Identity } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { BlockProblem } from '../../shell/Problem.tsx'
import { cx } from '../../ui/cx.ts'
import { dayOf } from '../operations/operation-groups.ts'
import styles from './blocks.module.css'

export function Block({
  title,
  more,
  className,
  children,
}: {
  title: string
  more?: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
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

/** In the place of a part that the server could not read. */
export function FailedBlock({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Block title={title}>
      <BlockProblem text={t`Ces données n’ont pas pu être chargées.`} onRetry={onRetry} />
    </Block>
  )
}

/** A phone shows fewer movements. */
const ON_PHONE = 5

/** The last movements by day, in and out together. */
export function MovementsBlock({
  operations,
  className,
}: {
  operations: readonly Operation[]
  className?: string | undefined
}) {
  const { t } = useLingui()
  const { dayTitle } = useFormats()
  const maySeeAll = hasRight(useAccount(), 'operations')
  const days = [...grouped([...operations.entries()], ([, operation]) => dayTitle(dayOf(operation)))]
  return (
    <Block
      title={t`Derniers mouvements`}
      className={className}
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
          <ul className={styles.rows}>
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
    <Block
      title={t`Envoyé pour signature`}
      more={
        <Link className={styles.more} {...paths.sentForSignature()}>
          <Trans>Suivre</Trans>
          <span className="sr"> : {t`Envoyé pour signature`}</span>
        </Link>
      }
    >
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

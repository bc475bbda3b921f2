import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from 'contract/dashboard.ts'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { Signature } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { Identity } from '../../shell/Identity.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import styles from './blocks.module.css'

const DAY_MS = 86_400_000
/** A phone shows fewer items. */
const ON_PHONE = 3

const costOf = ({ amount, fees }: ItemToSign) => (amount ?? 0) + (fees ?? 0)

/** The items that the user can sign over all accounts: the same as on the linked page, the total first. */
export function ToSignBlock({ toSign: { count: waiting, items } }: { toSign: NonNullable<Dashboard['to_sign']> }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const id = useId()
  const [now] = useState(() => Date.now())
  const makers = [...new Set(items.map(({ created_by }) => created_by).filter((name) => name !== null))].join(', ')
  const daysLate = ({ due_on }: ItemToSign) => (due_on === null ? 0 : Math.floor((now - Date.parse(due_on)) / DAY_MS))
  // A sum, and the balance after it, only of items that are all visible and on one account.
  const [first] = items
  const isOneAccount = items.length === waiting && items.every(({ account }) => account.uuid === first?.account.uuid)
  const currency = items.find((item) => item.currency !== null)?.currency
  const total = items.reduce((sum, item) => sum + costOf(item), 0)
  const held = items.reduce((sum, item) => sum + item.held, 0)
  const isSummed = first !== undefined && currency && isOneAccount && total > 0
  const sum = isSummed ? moneyText(total, currency) : null
  const after = isSummed ? moneyText(first.account.available + held - total, currency) : null
  return (
    <section className={styles.todo} aria-labelledby={id}>
      <h2 className={styles.todoTitle} id={id}>
        {t`${plural(waiting, { one: '# opération attend votre signature', other: '# opérations attendent votre signature' })}`}
      </h2>
      <p className="muted num">
        {sum !== null && makers !== ''
          ? t`${sum} au total, préparé par ${makers}`
          : makers !== ''
            ? t`Préparé par ${makers}`
            : sum !== null && t`${sum} au total`}
      </p>
      <ul className={styles.rows}>
        {items.map((item, index) => {
          const late = daysLate(item)
          return (
            <li key={item.id} className={index >= ON_PHONE ? 'from-tablet' : undefined}>
              <Identity
                identity={item.identity}
                state={late > 0 ? 'late' : 'pending'}
                stateLabel={
                  late > 0
                    ? t`${plural(late, { one: 'En retard d’un jour', other: 'En retard de # jours' })}`
                    : t`À signer`
                }
                title={(name) =>
                  item.kind === 'batch' ? (
                    <Link {...paths.batch(item.id)} search={{ account: item.account.uuid }} preload={false}>
                      {name}
                    </Link>
                  ) : (
                    <Link {...paths.transfersToSign()} search={{ item: item.id }} preload={false}>
                      {name}
                    </Link>
                  )
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
      <div className={styles.todoFoot}>
        {after !== null && (
          <p className="muted num">
            <Trans>
              Disponible après signature : <b>{after}</b>
            </Trans>
          </p>
        )}
        <LinkButton {...paths.transfersToSign()} variant="primary" icon={Signature}>
          <Trans>Examiner et signer</Trans>
        </LinkButton>
      </div>
    </section>
  )
}

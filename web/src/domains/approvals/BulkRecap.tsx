import { Trans, useLingui } from '@lingui/react/macro'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { CreditCard, EyeOff, Info, Layers, Send } from 'lucide-react'
import { accountName } from '../../lib/account-name.ts'
import { useFormats } from '../../lib/formats.ts'
import { grouped } from '../../lib/grouped.ts'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import styles from './BulkRecap.module.css'
import { todayInDakar, totalOf, urgencyOf, useNameOf } from './item-labels.ts'
import { openedKey, useOpened } from './opened-items.ts'

const icons: Partial<Record<ItemToSign['kind'], IconShape>> = { transfer: Send, batch: Layers, topup: CreditCard }

/** A selection before its password: by account with fees and the balance after, and what was not opened. */
export function BulkRecap({ items }: { items: readonly ItemToSign[] }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const nameOf = useNameOf()
  const opened = useOpened()
  const accounts = [...grouped(items, ({ account }) => account.uuid).values()]
  const unread = items.filter((item) => !opened.has(openedKey(item)))
  const today = todayInDakar()
  const names = unread.map(nameOf).join(', ')
  return (
    <div className={styles.recap}>
      {accounts.map((rows) => {
        const [first] = rows
        const currency = first?.currency
        if (!first || !currency) return null
        const { account } = first
        const total = rows.reduce((sum, row) => sum + totalOf(row), 0)
        const fees = rows.reduce((sum, row) => sum + (row.fees ?? 0), 0)
        const now = account.available + rows.reduce((sum, row) => sum + row.held, 0)
        const available = moneyText(now, currency)
        return (
          <dl key={account.uuid}>
            <div className={styles.account}>
              <dt>{`${accountName(account.label)} •• ${account.number.slice(-4)}`}</dt>
              <dd>{moneyText(total, currency)}</dd>
            </div>
            {rows.map((row) => (
              <div key={row.id}>
                <dt>
                  <Icon shape={icons[row.kind] ?? Send} size="sm" />
                  {nameOf(row)}
                </dt>
                <dd>{moneyText(row.amount ?? 0, currency)}</dd>
              </div>
            ))}
            {fees > 0 && (
              <div>
                <dt>{t`Frais et taxes`}</dt>
                <dd>{moneyText(fees, currency)}</dd>
              </div>
            )}
            <div className={styles.after}>
              <dt>{t`Disponible ${available}, après :`}</dt>
              <dd className={now < total ? styles.short : undefined}>{moneyText(now - total, currency)}</dd>
            </div>
          </dl>
        )
      })}
      {unread.length > 0 && (
        <p className={styles.warn}>
          <Icon shape={EyeOff} size="sm" />
          <span>
            <Trans>
              <b>Vous n’avez pas ouvert : {names}.</b>
            </Trans>{' '}
            {unread.some((item) => urgencyOf(item, today) === 'late') &&
              t`Une échéance est passée : l’argent partira dès la dernière signature.`}
          </span>
        </p>
      )}
      <p className={styles.note}>
        <Icon shape={Info} size="sm" />
        <span>{t`Chaque demande est traitée seule : si l’une échoue, les autres partent et vous le saurez ici.`}</span>
      </p>
    </div>
  )
}

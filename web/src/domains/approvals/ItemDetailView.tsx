import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { downloadTransferDocument, type TransferDocument } from 'contract/transfers/transfers.ts'
import type { ItemDetail } from 'contract/transfers/signatures.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { ArrowRight, BadgeCheck, Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { reportError } from '../../lib/report-error.ts'
import { signersText } from '../../lib/signers-text.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { FileList, FileRow } from '../../shell/files/FileRow.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { type Moment, Timeline } from '../../ui/data/Timeline.tsx'
import { totalOf } from './item-labels.ts'
import { markOpened, useOpened } from './opened-items.ts'
import { AuthorRequest, ItemHero } from './ItemHero.tsx'
import type { OrdersChoice } from './signature-queries.ts'
import styles from './SignaturePanel.module.css'

type Props = { item: ItemDetail; orders: OrdersChoice; onOrders: (orders: OrdersChoice) => void; children: ReactNode }

/** The details of an item for its signer, in this order: amount, payee, the author's text, earlier payments, the balance, documents, tracking. */
export function ItemDetailView({ item, orders, onOrders, children }: Props) {
  const { t } = useLingui()
  return (
    <>
      <ItemHero item={item} />
      {item.created_by !== null && <AuthorRequest item={item} name={item.created_by} />}
      {item.old_iban !== null && (
        <ChangedAccount item={item} oldIban={item.old_iban} orders={orders} onOrders={onOrders} />
      )}
      {item.paid_before && <PaidBefore item={item} past={item.paid_before} />}
      {item.amount !== null && item.currency !== null && <Balance item={item} />}
      {item.documents.length > 0 && <Documents item={item} />}
      <section className={styles.section}>
        <h3>{t`Suivi`}</h3>
        <Timeline moments={useMoments(item)} />
      </section>
      {children}
    </>
  )
}

function ChangedAccount({
  item,
  oldIban,
  orders,
  onOrders,
}: Pick<Props, 'item' | 'orders' | 'onOrders'> & { oldIban: string }) {
  const { t } = useLingui()
  const old = groupByFour(oldIban)
  return (
    <section className={styles.section}>
      <h3>{t`Le changement`}</h3>
      <p className={cx(styles.note, styles.warn)}>
        <Icon shape={TriangleAlert} size="sm" />
        <span>
          <Trans>
            L’ancien compte était <b className="num">{old}</b>. Vérifiez le nouveau avec le bénéficiaire, par un autre
            moyen que le message reçu.
          </Trans>
        </span>
      </p>
      {item.may_sign && (
        <div className={styles.choices} role="radiogroup" aria-label={t`Les virements suspendus`}>
          <ChoiceRow
            name="orders"
            value="resume"
            isChosen={orders === 'resume'}
            onChoose={() => onOrders('resume')}
            title={t`Ses virements reprennent vers le nouveau compte`}
          />
          <ChoiceRow
            name="orders"
            value="end"
            isChosen={orders === 'end'}
            onChoose={() => onOrders('end')}
            title={t`Ses virements sont arrêtés`}
          />
        </div>
      )}
    </section>
  )
}

/** How often this account was paid, when and how much last; amber for a first payment and for a changed account. */
function PaidBefore({ item, past }: { item: ItemDetail; past: NonNullable<ItemDetail['paid_before']> }) {
  const { t } = useLingui()
  const { moneyText, longDate, month } = useFormats()
  const { currency, amount } = item
  if (currency === null || amount === null) return null
  const { times, first_at, last_at, amounts, account_changed_at } = past
  const isNew = times === 0
  const changed = account_changed_at === null ? null : longDate(fromUnix(account_changed_at))
  const lastSum = moneyText(amounts.at(-1) ?? 0, currency)
  const lastDay = last_at === null ? '' : longDate(fromUnix(last_at))
  const largest = Math.max(...amounts, amount)
  const height = (value: number) => ({ height: `${Math.max(6, (value / largest) * 100)}%` })
  return (
    <section className={styles.section}>
      <h3>{t`Le bénéficiaire`}</h3>
      <div className={cx(styles.trust, (isNew || changed !== null) && styles.warn)}>
        <p className={cx(styles.note, isNew || changed !== null ? styles.warn : styles.ok)}>
          <Icon shape={isNew || changed !== null ? TriangleAlert : BadgeCheck} size="sm" />
          <span>
            {isNew ? (
              <Trans>
                <b>Premier paiement à ce compte.</b> Vous ne le connaissez pas ? Appelez le numéro de la facture, pas
                celui du message.
              </Trans>
            ) : (
              <>
                <b>{t`${plural(times, { one: 'Déjà payé # fois.', other: 'Déjà payé # fois.' })}`}</b>{' '}
                {t`La dernière : ${lastSum} le ${lastDay}.`}{' '}
                {changed === null ? t`Le compte n’a pas changé.` : t`Son compte a changé le ${changed}.`}
              </>
            )}
          </span>
        </p>
        {amounts.length > 1 && (
          <div aria-hidden>
            <div className={styles.bars}>
              {amounts.map((paid, at) => (
                <span key={at} style={height(paid)} />
              ))}
              <span className={styles.now} style={height(amount)} />
            </div>
            <p className={styles.axis}>
              <span>{first_at !== null && times <= amounts.length && month(fromUnix(first_at))}</span>
              <b>{amount >= largest ? t`celui-ci, le plus élevé` : t`celui-ci`}</b>
            </p>
          </div>
        )}
      </div>
    </section>
  )
}

/** The balance now and after this item with its fees, and what the reader may still sign. */
function Balance({ item }: { item: ItemDetail }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const { account, currency, fees, limit_left, held } = item
  if (currency === null) return null
  const now = account.available + held
  const after = now - totalOf(item)
  const left = now > 0 ? Math.max(0, Math.min(100, (after / now) * 100)) : 0
  const charges = fees === null || fees === 0 ? null : moneyText(fees, currency)
  const limit = limit_left === null ? null : moneyText(limit_left, currency)
  const name = `${accountName(account.label)} •• ${account.number.slice(-4)}`
  return (
    <section className={styles.section}>
      <h3>{name}</h3>
      <div className={styles.balance}>
        <div>
          <div>
            <span>{t`Disponible aujourd’hui`}</span>
            <b>{moneyText(now, currency)}</b>
          </div>
          <Icon shape={ArrowRight} size="sm" />
          <div>
            <span>{t`Après`}</span>
            <b className={cx(after < 0 && styles.short)}>{moneyText(after, currency)}</b>
          </div>
        </div>
        <div className={styles.bar} aria-hidden>
          <i style={{ width: `${left}%` }} />
          <u style={{ width: `${100 - left}%` }} />
        </div>
        <p className="muted small num">
          {charges === null ? t`Sans frais.` : t`Frais compris : ${charges}.`}{' '}
          {limit !== null && t`Il vous reste ${limit} de plafond de signature.`}
        </p>
      </div>
    </section>
  )
}

function Documents({ item }: { item: ItemDetail }) {
  const { t } = useLingui()
  const opened = useOpened()
  const seen = item.documents.filter(({ id }) => opened.has(id)).length
  const view = ({ id }: TransferDocument) =>
    void callFile(downloadTransferDocument, { params: { id: item.id, document: id } }, { account: item.account.uuid })
      .then(viewFile)
      .then(() => markOpened(id), reportError)
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h3>{t`Documents`}</h3>
        <span className="muted small num">{t`${plural(seen, { one: '# vu', other: '# vus' })} sur ${item.documents.length}`}</span>
      </div>
      <FileList>
        {item.documents.map((document) => (
          <FileRow
            key={document.id}
            name={document.name}
            isPicture={document.file_kind !== 'pdf'}
            size={document.size}
            onView={() => view(document)}
            mark={
              opened.has(document.id) && (
                <span className={styles.seen}>
                  <Icon shape={Check} size="xs" />
                  {t`Vu`}
                </span>
              )
            }
          />
        ))}
      </FileList>
    </section>
  )
}

/** Who made it, who has signed, who is missing, and when it leaves. */
function useMoments({
  created_by,
  edited_by,
  waits_since,
  signatures,
  signatures_needed,
  waiting_for,
  may_sign,
  due_on,
  leaves_on,
}: ItemDetail): Moment[] {
  const { t } = useLingui()
  const { dateTime, longDate, language } = useFormats()
  const moments: Moment[] = []
  if (created_by !== null)
    moments.push({ title: t`Créé par ${created_by}`, detail: dateTime(fromUnix(waits_since)), state: 'done' })
  if (edited_by !== null) moments.push({ title: t`Modifié par ${edited_by}`, detail: '', state: 'done' })
  for (const { name, at } of signatures)
    moments.push({ title: t`Signé par ${name}`, detail: dateTime(fromUnix(at)), state: 'done' })
  // Without the reader's own.
  const missing = signatures_needed - signatures.length - (may_sign ? 1 : 0)
  const others = signersText(language, waiting_for, Math.max(missing, 1))
  if (may_sign || others !== '')
    moments.push({
      title: may_sign ? t`À vous de signer` : t`Attend ${others}`,
      detail: may_sign && others !== '' ? (missing > 0 ? t`puis ${others}` : t`ou ${others}`) : '',
      state: 'now',
    })
  const day = leaves_on ?? due_on
  if (day !== null) moments.push({ title: t`Exécution prévue`, detail: longDate(fromPlainDate(day)), state: 'now' })
  return moments
}

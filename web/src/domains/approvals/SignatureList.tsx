import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { identityOfName, initialsOf } from 'contract/values/identity.ts'
import { Eye, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Signatures } from '../../ui/data/Signatures.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useDueText, useNameOf } from './item-labels.ts'
import { isSignedTogether } from './signature-queries.ts'
import styles from './SignatureList.module.css'

export type ItemGroup<Item> = {
  id: string
  title: string
  detail: string
  end: string
  isLate?: boolean
  /** Without a head of its own: there is no other group, and the head of the page says the same. */
  isAlone?: boolean
  items: readonly Item[]
}

/** The signatures of an item that needs several: given, missing, and in words. */
export function ItemSignatures({ item: { signed_by, signatures_needed } }: { item: ItemToSign }) {
  const { t } = useLingui()
  const [given, needed] = [signed_by.length, signatures_needed]
  if (needed < 2) return null
  return (
    <Signatures
      given={signed_by.map(initialsOf)}
      needed={needed}
      label={t`${plural(given, { one: '# signature', other: '# signatures' })} sur ${needed}`}
      text={t`${given} sur ${needed}`}
    />
  )
}

/** A person with a small picture and a line under the name. */
export const Person = ({ name, detail }: { name: string; detail: ReactNode }) => (
  <span className={styles.person}>
    <IdentityPicture identity={identityOfName(name, null, false)} size="sm" />
    <span>
      {name}
      <span className="muted num">{detail}</span>
    </span>
  </span>
)

/** When an item leaves, in two lines on a wide screen and in one on a phone. */
export function Due({ item }: { item: ItemToSign }) {
  const { title, detail, urgency } = useDueText()(item)
  return (
    <span className={cx(styles.due, styles[urgency])}>
      <b>{title}</b>
      {detail && <span className="muted num">{detail}</span>}
    </span>
  )
}

/** The amount of an item with its signatures; a mandate and a beneficiary have none. */
export const ItemAmount = ({ item }: { item: ItemToSign }) => (
  <span role="cell" className={styles.amount}>
    {item.amount !== null && item.currency !== null ? (
      <Money amount={item.amount} currency={item.currency} />
    ) : (
      <span className="muted small">
        <Trans>sans montant</Trans>
      </span>
    )}
    <ItemSignatures item={item} />
  </span>
)

/** Who an item is for: picture, name that opens it, second line, and the reason for a review, if any. */
export function ItemIdentity({
  item,
  onOpen,
  flag,
}: {
  item: ItemToSign
  onOpen: (item: ItemToSign) => void
  flag?: ReactNode
}) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const memo = useMemoOf()
  const text = memo(item)
  return (
    <span role="cell" className={styles.identity}>
      <IdentityPicture identity={item.identity} />
      <span className={styles.text}>
        <button type="button" className={styles.name} data-item={item.id} onClick={() => onOpen(item)}>
          {nameOf(item)}
        </button>
        <span className={styles.memo}>
          {text && <span>{text}</span>}
          {item.is_first_payment && (
            <span className={styles.flag}>
              <Icon shape={UserPlus} size="xs" />
              {t`Premier paiement`}
            </span>
          )}
          {flag}
        </span>
      </span>
    </span>
  )
}

/** The number of lines of a batch to review before it is signed. */
function BatchFlag({ points }: Pick<ItemToSign, 'points'>) {
  const { t } = useLingui()
  if (!points) return null
  return (
    <span className={styles.flag}>
      <Icon shape={Eye} size="xs" />
      {t`${plural(points, { one: '# point à regarder', other: '# points à regarder' })}`}
    </span>
  )
}

type Props = {
  label: string
  groups: readonly ItemGroup<ItemToSign>[]
  isChosen: (item: ItemToSign) => boolean
  onChoose: (item: ItemToSign) => void
  /** The box of the head: all, some or none. */
  all: 'all' | 'some' | 'none'
  onChooseAll: () => void
  onOpen: (item: ItemToSign) => void
}

/** One table of everything that waits: box, who, author, date, amount, and the panel. */
export function SignatureList({ label, groups, isChosen, onChoose, all, onChooseAll, onOpen }: Props) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const nameOf = useNameOf()
  const momentOf = useMomentOf()
  return (
    <div className={cx(styles.list, styles.sign)} role="table" aria-label={label}>
      <div className={styles.head} role="row">
        <span role="columnheader" className={styles.box}>
          <Checkbox
            aria-label={t`Tout choisir`}
            checked={all === 'all'}
            isMixed={all === 'some'}
            onChange={onChooseAll}
          />
        </span>
        <span role="columnheader">{t`Demande`}</span>
        <span role="columnheader" className={styles.wide}>{t`Créé par`}</span>
        <span role="columnheader">{t`Échéance`}</span>
        <span role="columnheader" className={styles.amount}>{t`Montant`}</span>
        <span role="columnheader" className={styles.wide}>
          <span className="sr">{t`Action`}</span>
        </span>
      </div>
      {groups.map((group) => (
        <div key={group.id} role="rowgroup">
          {group.isAlone || <GroupHead group={group} />}
          {group.items.map((item) => (
            <div key={`${item.kind} ${item.id}`} className={cx(styles.row, isChosen(item) && styles.chosen)} role="row">
              <span role="cell" className={styles.box}>
                {isSignedTogether(item) && (
                  <label>
                    <Checkbox
                      checked={isChosen(item)}
                      onChange={() => onChoose(item)}
                      aria-label={
                        item.amount !== null && item.currency !== null
                          ? t`Choisir : ${nameOf(item)}, ${moneyText(item.amount, item.currency)}`
                          : t`Choisir : ${nameOf(item)}`
                      }
                    />
                  </label>
                )}
              </span>
              <ItemIdentity
                item={item}
                onOpen={onOpen}
                flag={item.kind === 'batch' && <BatchFlag points={item.points} />}
              />
              <span role="cell" className={styles.wide}>
                {item.created_by !== null && <Person name={item.created_by} detail={momentOf(item.waits_since)} />}
              </span>
              <span role="cell" className={styles.dueCell}>
                <Due item={item} />
              </span>
              <ItemAmount item={item} />
              <span role="cell" className={cx(styles.wide, styles.act)}>
                <button
                  type="button"
                  className={styles.examine}
                  aria-label={t`Examiner : ${nameOf(item)}`}
                  onClick={() => onOpen(item)}
                >
                  <Trans>Examiner</Trans>
                </button>
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

export const GroupHead = ({
  group: { title, detail, end, isLate = false },
}: {
  group: Omit<ItemGroup<never>, 'items'>
}) => (
  <div className={cx(styles.group, isLate && styles.late)} role="row">
    <span role="rowheader">{title}</span>
    <span role="cell" className="muted num">
      {detail}
    </span>
    <span role="cell" className={cx(styles.groupEnd, 'num')}>
      {end}
    </span>
  </div>
)

/** "09:42" of today, else the day. */
export function useMomentOf(): (seconds: number) => string {
  const { time, rowDate } = useFormats()
  return (seconds) => {
    const at = fromUnix(seconds)
    return at.toISOString().slice(0, 10) === new Date().toISOString().slice(0, 10) ? time(at) : rowDate(at)
  }
}

/** The second line: what it is for, and the account where the reader signs on several. */
function useMemoOf() {
  const { language } = useFormats()
  return ({ identity: { memo } }: ItemToSign) =>
    memo === null ? null : typeof memo === 'string' ? memo : memo[language]
}

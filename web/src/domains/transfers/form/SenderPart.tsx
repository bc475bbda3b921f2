import { Trans, useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { accountName } from '../../../lib/account-name.ts'
import { useFormats } from '../../../lib/formats.ts'
import { availableOf, useAccount, useSession } from '../../../lib/session/session.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PayeePicture } from './PayeePicture.tsx'
import styles from './TransferForm.module.css'

const AccountPicker = lazyPart(async () => (await import('../../accounts/AccountPicker.tsx')).AccountPicker)

/** The debited account: the selected one. Who has several can select another. */
export function SenderPart({ onChoose }: { onChoose: ((account: Account) => void) | null }) {
  const { t } = useLingui()
  const account = useAccount()
  const { user } = useSession()
  const { moneyText } = useFormats()
  const [isPicking, setPicking] = useState(false)
  const available = moneyText(availableOf(account), account.currency)
  const canPick = onChoose !== null && (user?.accounts.count ?? 0) > 1
  const content = (
    <>
      <PayeePicture name={accountName(account.label)} isOwn />
      <span className={styles.pickText}>
        <b>
          {accountName(account.label)} <span className="nowrap num">•• {account.number.slice(-4)}</span>
        </b>
        <span className={cx('muted', styles.pickWide)}>{account.holder}</span>
        <span className={cx('muted', 'num', styles.pickNarrow)}>{t`${available} disponible`}</span>
      </span>
      <span className={cx(styles.pickEnd, styles.pickEndHide, 'num')}>
        {available}
        <span className="muted">{t`disponible`}</span>
      </span>
    </>
  )
  return (
    <section className={styles.part} aria-labelledby="sender-title">
      <h2 id="sender-title">
        <Trans context="compte débité">De</Trans>
      </h2>
      {canPick ? (
        <button type="button" className={styles.pick} aria-haspopup="dialog" onClick={() => setPicking(true)}>
          {content}
          <Icon shape={ChevronsUpDown} size="sm" />
        </button>
      ) : (
        <div className={styles.pick}>{content}</div>
      )}
      {isPicking && onChoose && (
        <AccountPicker
          current={account}
          onClose={() => setPicking(false)}
          onChoose={(chosen) => {
            setPicking(false)
            if (chosen.uuid !== account.uuid) onChoose(chosen)
          }}
        />
      )}
    </section>
  )
}

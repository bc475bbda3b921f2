import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Account } from 'contract/accounts.ts'
import { ChevronsUpDown } from 'lucide-react'
import { useAccountKinds } from '../domains/accounts/account-words.ts'
import { brand } from '../lib/brand.ts'
import { initialsOf } from '../lib/formats.ts'
import { paths } from '../lib/paths.ts'
import { mayMoveMoney } from '../lib/session.ts'
import { Logo } from '../shell/Logo.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Tile } from '../ui/Tile.tsx'
import { useSectionWords } from './section-words.ts'
import { firstPathOf, sectionsOf } from './sections.ts'
import styles from './Sidebar.module.css'

type Props = { account: Account; canPick: boolean; onPick: () => void }

export function Sidebar({ account, canPick, onPick }: Props) {
  const { t } = useLingui()
  const words = useSectionWords()
  const kinds = useAccountKinds()
  const text = (
    <>
      <Tile letters={initialsOf(account.holder)} tone="account" size="sm" />
      <span className={styles.text}>
        <span className={styles.name}>{account.holder}</span>
        <span className={styles.kind}>
          {kinds[account.kind]} <span className="nowrap">· {account.number.slice(-4)}</span>
        </span>
      </span>
    </>
  )
  return (
    <aside className={styles.sidebar} aria-label={t`Compte et menu`}>
      <Link className={styles.logo} {...firstPathOf(account)} aria-label={t`${brand.name}, première page`}>
        <Logo />
      </Link>
      {canPick ? (
        <button className={styles.switcher} type="button" aria-haspopup="dialog" onClick={onPick}>
          {text}
          <Icon shape={ChevronsUpDown} size="sm" />
          <span className="sr">{t`Changer de compte`}</span>
        </button>
      ) : (
        <div className={styles.switcher}>{text}</div>
      )}
      <nav aria-label={t`Menu principal`}>
        <ul className={styles.list}>
          {sectionsOf(account).map(({ right, link }) => (
            <li key={right}>
              <Link className={styles.item} {...link} activeOptions={{ exact: false, includeSearch: false }}>
                <Icon shape={words[right].icon} />
                <span>{words[right].name}</span>
              </Link>
              {right === 'transfers' && <TransferLinks account={account} />}
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  )
}

function TransferLinks({ account }: { account: Account }) {
  const { t } = useLingui()
  if (!mayMoveMoney(account, 'transfer.create')) return null
  return (
    <ul className={styles.sub}>
      <li>
        <Link className={styles.subitem} {...paths.newTransfer()}>
          {t`Nouveau virement`}
        </Link>
      </li>
    </ul>
  )
}

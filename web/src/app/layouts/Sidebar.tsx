import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { useInstantPayments } from '../../lib/session/session.ts'
import { ChevronsUpDown, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { brand } from '../../lib/brand.ts'
import { readSavedState, save } from '../../lib/forms/saved-state.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { BankSign } from '../../shell/BankSign.tsx'
import { Logo } from '../../shell/Logo.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { useEntryLabels, useSectionLabels } from '../section-labels.ts'
import { entriesOf, firstPathOf, type Section, sectionsOf } from '../sections.ts'
import styles from './Sidebar.module.css'

// Only validators have items to count.
const ToSignCount = lazyPart(async () => (await import('../header/ToSignCount.tsx')).ToSignCount)
const AdvisorCard = lazyPart(async () => (await import('./AdvisorCard.tsx')).AdvisorCard)

type Props = { account: Account; canPick: boolean; onPick: () => void }

export function Sidebar({ account, canPick, onPick }: Props) {
  const { t } = useLingui()
  const labels = useSectionLabels()
  const { pathname } = useLocation()
  const [isNarrow, setNarrow] = useState(readSavedState().density === 'compact')
  const toggle = () => {
    save({ density: isNarrow ? 'comfortable' : 'compact' })
    setNarrow(!isNarrow)
  }
  const text = (
    <>
      <Tile drawing={<BankSign />} tone="account" size="sm" />
      <span className={styles.text}>
        <span className={styles.name}>{account.holder}</span>
        <span className={styles.kind}>
          <span>{accountName(account.label)}</span> <span>•• {account.number.slice(-4)}</span>
        </span>
      </span>
    </>
  )
  const maySign = account.capabilities.includes('transfer.validate')
  // The count stands at its own entry where that is visible.
  const isOpen = (section: Section) =>
    pathname.startsWith(section.link.to) && entriesOf(section, account, false).some(({ name }) => name === 'to-sign')
  return (
    <aside className={cx(styles.sidebar, isNarrow && styles.narrow)} aria-label={t`Compte et menu`}>
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
          {sectionsOf(account).map((section) => (
            <li key={section.right}>
              <Link
                className={styles.item}
                {...section.link}
                {...(isNarrow && { title: labels[section.right].name })}
                activeOptions={{ exact: false, includeSearch: false }}
              >
                <Icon shape={labels[section.right].icon} />
                <span>{labels[section.right].name}</span>
                {section.right === 'transfers' && maySign && (isNarrow || !isOpen(section)) && <ToSignCount />}
              </Link>
              {!isNarrow && <Entries section={section} account={account} />}
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.advisor}>
        <AdvisorCard isNarrow={isNarrow} />
      </div>
      <button type="button" className={styles.fold} aria-expanded={!isNarrow} onClick={toggle}>
        <Icon shape={isNarrow ? PanelLeftOpen : PanelLeftClose} size="sm" />
        <span>{isNarrow ? t`Déplier le menu` : t`Replier le menu`}</span>
      </button>
    </aside>
  )
}

function Entries({ section, account }: { section: Section; account: Account }) {
  const names = useEntryLabels()
  const { pathname } = useLocation()
  const isInstant = useInstantPayments()
  const entries = entriesOf(section, account, isInstant)
  if (entries.length < 2 || !pathname.startsWith(section.link.to)) return null
  return (
    <ul className={styles.sub}>
      {entries.map(({ name, link }) => (
        <li key={name}>
          <Link
            className={styles.subitem}
            {...link} // Exact: the address of a single transfer begins like that of a batch.
            activeOptions={{ exact: link.to === section.link.to, includeSearch: false }}
          >
            {names[name]}
            {name === 'to-sign' && <ToSignCount />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { groupByFour } from 'contract/values/iban.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { ChevronDown, Copy, Download, Landmark, Mail, QrCode, Store } from 'lucide-react'
import { useEffect, useState } from 'react'
import { reportError } from '../../lib/report-error.ts'
import { announce, warn } from '../../lib/banners.ts'
import { copy } from '../../lib/clipboard.ts'
import { useHeading } from '../../lib/heading.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useInstantPayments } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, menuItemClass } from '../../ui/overlays/Menu.tsx'
import { BankSign } from '../../shell/BankSign.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { AlertsBell } from '../header/AlertsBell.tsx'
import { HeaderActions } from './HeaderActions.tsx'
import { openHeaderDialog } from '../header/header-dialogs.ts'
import { SearchButton } from '../header/SearchButton.tsx'
import { InboxLink } from '../header/InboxLink.tsx'
import styles from './TopBar.module.css'
import { type SignedIn, UserMenu } from './UserMenu.tsx'

/** From this offset on the page head is scrolled out of view (specification: sticky heading offset). */
const HEADING_OFFSET = 230

function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(scrollY > HEADING_OFFSET)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return isScrolled
}

type Props = { account: Account; user: SignedIn; canPick: boolean; onPick: () => void }

export function TopBar({ account, user, canPick, onPick }: Props) {
  const isInstant = useInstantPayments()
  const { t } = useLingui()
  const isScrolled = useIsScrolled()
  const heading = useHeading()
  const copyNumber = async () => {
    if (await copy(account.number)) announce(t`Le numéro de compte a été copié dans le presse-papiers.`)
    else warn(t`La copie n’est pas autorisée par votre navigateur.`)
  }
  const download = () =>
    void import('../../domains/rib/rib-file.ts')
      .then(({ downloadBankDetails }) => downloadBankDetails())
      .catch(reportError)
  const ribActions = [
    { name: t`Copier le numéro de compte`, icon: Copy, act: () => void copyNumber() },
    { name: t`Télécharger le RIB`, icon: Download, act: download },
    { name: t`Envoyer par e-mail`, icon: Mail, act: () => openHeaderDialog('rib-email') },
  ]
  const chip = (
    <>
      <Tile drawing={<BankSign />} tone="account" size="sm" />
      <span className={styles.chipText}>
        <span className={styles.chipName}>{account.holder}</span>
        <span className={styles.chipNumber}>{groupByFour(account.number)}</span>
      </span>
    </>
  )
  return (
    <header className={cx(styles.bar, isScrolled && styles.scrolled)}>
      <div className={styles.phone}>
        {canPick ? (
          <button className={styles.chip} type="button" aria-haspopup="dialog" onClick={onPick}>
            {chip}
            <Icon shape={ChevronDown} size="sm" />
            <span className="sr">{t`Changer de compte`}</span>
          </button>
        ) : (
          <div className={styles.chip}>{chip}</div>
        )}
      </div>
      {isScrolled ? (
        <p className={cx(styles.account, styles.compact)}>
          <b>{heading}</b>
          {account.balance !== null && hasRight(account, 'operations') && (
            <Money amount={account.balance} currency={account.currency} />
          )}
        </p>
      ) : (
        <div className={styles.account}>
          <span className={styles.number}>
            <span className="muted">
              <Trans>Compte</Trans>
            </span>{' '}
            {groupByFour(account.number)}
          </span>
          {account.status !== 'user_pending' && (
            <IconButton icon={Copy} size="sm" label={t`Copier le numéro de compte`} onClick={() => void copyNumber()} />
          )}
          {hasRight(account, 'rib') && (
            <Menu
              label={t`Coordonnées bancaires`}
              trigger={(props) => (
                <button {...props} type="button" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
                  <Trans>Coordonnées bancaires</Trans>
                  <Icon shape={ChevronDown} size="sm" />
                </button>
              )}
            >
              {(close) => (
                <>
                  <Link className={menuItemClass()} role="menuitem" {...paths.rib()} onClick={close}>
                    <Icon shape={Landmark} size="sm" />
                    <Trans>Voir les coordonnées</Trans>
                  </Link>
                  {isInstant && (
                    <>
                      <Link className={menuItemClass()} role="menuitem" {...paths.receive()} onClick={close}>
                        <Icon shape={QrCode} size="sm" />
                        <Trans>Recevoir par PI</Trans>
                      </Link>
                      <Link className={menuItemClass()} role="menuitem" {...paths.till()} onClick={close}>
                        <Icon shape={Store} size="sm" />
                        <Trans>Caisse</Trans>
                      </Link>
                    </>
                  )}
                  {ribActions.map(({ name, icon, act }) => (
                    <button
                      key={name}
                      className={menuItemClass()}
                      role="menuitem"
                      type="button"
                      onClick={() => {
                        close()
                        act()
                      }}
                    >
                      <Icon shape={icon} size="sm" />
                      {name}
                    </button>
                  ))}
                </>
              )}
            </Menu>
          )}
        </div>
      )}
      <HeaderActions />
      <span className={styles.search}>
        <SearchButton isIcon />
      </span>
      <AlertsBell />
      {hasRight(account, 'inbox') && <InboxLink />}
      <UserMenu user={user} />
    </header>
  )
}

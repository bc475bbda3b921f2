import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Language } from 'contract/language.ts'
import { Check, ChevronDown, type LucideIcon, LogOut, ScrollText, UserRound, UsersRound } from 'lucide-react'
import { pictureQuery } from '../../domains/profile/picture-query.ts'
import { ofName } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, MenuCaption, MenuEnd, MenuHead, menuItemClass, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { Avatar } from '../../ui/Tile.tsx'
import { openHeaderDialog } from '../header/header-dialogs.ts'
import { usePreferences } from '../header/preferences.ts'
import styles from './UserMenu.module.css'

export type SignedIn = NonNullable<ReturnType<typeof useSession>['user']>

type Choice = {
  value: string
  label: string
  isChosen: boolean
  choose: () => void
  lang?: Language
  icon?: LucideIcon
}

function Choices({ name, choices, close }: { name: string; choices: readonly Choice[]; close: () => void }) {
  return (
    <>
      <MenuSeparator />
      <div role="group" aria-label={name}>
        <MenuCaption>{name}</MenuCaption>
        {choices.map(({ value, label, isChosen, choose, lang, icon }) => (
          <button
            key={value}
            type="button"
            role="menuitemradio"
            aria-checked={isChosen}
            lang={lang}
            className={menuItemClass()}
            onClick={() => {
              close()
              choose()
            }}
          >
            <Icon shape={Check} size="sm" className={cx(!isChosen && styles.unchecked)} />
            {label}
            {icon && (
              <MenuEnd>
                <Icon shape={icon} size="sm" />
              </MenuEnd>
            )}
          </button>
        ))}
      </div>
    </>
  )
}

export function UserMenu({ user }: { user: SignedIn }) {
  const { t } = useLingui()
  const { languages, themes } = usePreferences()
  const { account } = useSession()
  const picture = useQuery(pictureQuery(user.picture)).data ?? null
  const name = `${user.first_name} ${user.last_name}`.trim()
  const initials = `${user.first_name[0] ?? ''}${user.last_name[0] ?? ''}`.toUpperCase()
  return (
    <Menu
      label={t`Menu ${ofName(name)}`}
      align="end"
      trigger={(props) => (
        <button {...props} type="button" className={styles.button} aria-label={t`Menu ${ofName(name)}`}>
          <Avatar letters={initials} picture={picture} />
          <Icon shape={ChevronDown} size="sm" className="from-tablet" />
        </button>
      )}
    >
      {(close) => (
        <>
          <MenuHead>
            <Avatar letters={initials} picture={picture} />
            <span className={styles.who}>
              <b>{name}</b>
              {user.email && <span className="muted small">{user.email}</span>}
            </span>
          </MenuHead>
          <MenuSeparator />
          <button
            type="button"
            role="menuitem"
            className={menuItemClass()}
            onClick={() => {
              close()
              openHeaderDialog('profile')
            }}
          >
            <Icon shape={UserRound} size="sm" />
            <Trans>Informations personnelles</Trans>
          </button>
          {account?.capabilities.includes('access.admin') && (
            <Link className={menuItemClass()} role="menuitem" {...paths.access()} preload={false} onClick={close}>
              <Icon shape={UsersRound} size="sm" />
              <Trans>Accès aux comptes</Trans>
            </Link>
          )}
          {account?.capabilities.includes('audit.read') && (
            <Link className={menuItemClass()} role="menuitem" {...paths.auditLog()} preload={false} onClick={close}>
              <Icon shape={ScrollText} size="sm" />
              <Trans>Journal d’activité</Trans>
            </Link>
          )}
          <Choices name={t`Langue`} choices={languages} close={close} />
          <Choices name={t`Thème`} choices={themes} close={close} />
          <MenuSeparator />
          <Link className={menuItemClass(true)} role="menuitem" {...paths.logout()} preload={false}>
            <Icon shape={LogOut} size="sm" />
            <Trans>Se déconnecter</Trans>
          </Link>
        </>
      )}
    </Menu>
  )
}

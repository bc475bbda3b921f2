import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { folded } from 'contract/values/folded.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { Coins, Headset, Landmark, LogOut, Mail, ScrollText, UsersRound, Wallet } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { accountListQuery } from '../../domains/accounts/account-queries.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight } from '../../lib/session/session.ts'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import styles from './CommandPalette.module.css'
import { openHeaderDialog } from './header-dialogs.ts'
import { useEntryLabels, useSectionLabels } from '../section-labels.ts'
import { entriesOf, sectionsOf } from '../sections.ts'

const SEARCH_DELAY_MS = 300
const MAX_ACCOUNTS = 6

type Command = { id: string; name: string; detail?: string; icon: IconShape; run: () => void }
type Props = { account: Account; onAccount: (account: Account) => void; onClose: () => void }

/** Finds sections, actions and accounts by name. The field keeps the focus; the arrow keys move along the results. */
export function CommandPalette({ account, onAccount, onClose }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const accounts = useQuery({ ...accountListQuery(search, 1), enabled: search !== '' })
  const isFound = search !== '' && search === typed.trim() && accounts.isSuccess && !accounts.isPlaceholderData
  const own = useCommands(account)
  const wanted = folded(typed.trim())
  const found: Command[] = [
    ...own.filter(({ name }) => folded(name).includes(wanted)),
    // Only results of the current text: Enter must not open an account of the previous search.
    ...(isFound ? accounts.data.answer : [])
      .filter(({ uuid }) => uuid !== account.uuid)
      .slice(0, MAX_ACCOUNTS)
      .map((one) => ({
        id: one.uuid,
        name: one.label,
        detail: `${one.holder} · ${groupByFour(one.number)}`,
        icon: Wallet,
        run: () => onAccount(one),
      })),
  ]
  const chosen = Math.min(at, found.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const next = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: found.length - 1 }[event.key]
    if (event.key === 'Enter') run(found[chosen])
    else if (next !== undefined && found.length > 0) setAt((next + found.length) % found.length)
    else return
    event.preventDefault()
  }
  return (
    <Modal title={t`Aller à`} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        className={styles.input}
        aria-label={t`Rubrique, action ou compte`}
        placeholder={t`Rubrique, action ou compte`}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[chosen] ? `${id}-${found[chosen].id}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        data-first-focus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t`Résultats`}>
        {found.map((command, index) => (
          <div
            key={command.id}
            tabIndex={-1}
            onKeyDown={press}
            id={`${id}-${command.id}`}
            role="option"
            aria-selected={index === chosen}
            className={cx(styles.option, index === chosen && styles.chosen)}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <Icon shape={command.icon} size="sm" />
            <span>{command.name}</span>
            {command.detail && <span className="muted small">{command.detail}</span>}
          </div>
        ))}
      </div>
      <p className="muted small" role="status">
        {found.length === 0 && search === typed.trim() && !accounts.isFetching && t`Aucun résultat`}
      </p>
    </Modal>
  )
}

function useCommands(account: Account): Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const sections = useSectionLabels()
  const entries = useEntryLabels()
  const go = (link: { to: string }) => () => void navigate(link)
  return [
    ...sectionsOf(account).flatMap((section) => [
      {
        id: section.right,
        name: sections[section.right].name,
        icon: sections[section.right].icon,
        run: go(section.link),
      },
      ...entriesOf(section, account)
        .filter(({ link }) => link.to !== section.link.to)
        .map(({ name, link }) => ({
          id: name,
          name: entries[name],
          icon: sections[section.right].icon,
          run: go(link),
        })),
    ]),
    ...(hasRight(account, 'rib')
      ? [{ id: 'rib', name: t`Coordonnées bancaires (RIB)`, icon: Landmark, run: go(paths.rib()) }]
      : []),
    ...(hasRight(account, 'inbox') ? [{ id: 'inbox', name: t`Messagerie`, icon: Mail, run: go(paths.inbox()) }] : []),
    ...(account.capabilities.includes('access.admin')
      ? [{ id: 'access', name: t`Accès aux comptes`, icon: UsersRound, run: go(paths.access()) }]
      : []),
    ...(account.capabilities.includes('audit.read')
      ? [{ id: 'journal', name: t`Journal d’activité`, icon: ScrollText, run: go(paths.auditLog()) }]
      : []),
    { id: 'rates', name: t`Taux de change`, icon: Coins, run: () => openHeaderDialog('rates') },
    { id: 'advisor', name: t`Votre conseiller`, icon: Headset, run: () => openHeaderDialog('advisor') },
    { id: 'logout', name: t`Se déconnecter`, icon: LogOut, run: go(paths.logout()) },
  ]
}

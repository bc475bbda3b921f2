import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import {
  Coins,
  CreditCard,
  Headset,
  Layers,
  LogOut,
  Mail,
  QrCode,
  ScrollText,
  Send,
  Share2,
  Store,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { hasRight, useInstantPayments } from '../../lib/session/session.ts'
import type { IconShape } from '../../ui/Icon.tsx'
import { openHeaderDialog } from '../header/header-dialogs.ts'
import { useEntryLabels, useSectionLabels } from '../section-labels.ts'
import { entriesOf, sectionsOf } from '../sections.ts'

export type Command = { id: string; name: string; icon: IconShape; run: () => void }

/** What a user can do on this account from anywhere: actions, and pages to go to. */
export function useCommands(account: Account): { actions: Command[]; pages: Command[] } {
  const { t } = useLingui()
  const navigate = useNavigate()
  const sections = useSectionLabels()
  const entries = useEntryLabels()
  const go = (link: { to: string }) => () => void navigate(link)
  const isInstant = useInstantPayments()
  const mayOrder = account.capabilities.includes('transfer.create') && account.status_group === 'active'
  const mayPay = mayOrder && hasRight(account, 'transfers')
  const when = (condition: boolean, ...commands: Command[]) => (condition ? commands : [])
  return {
    actions: [
      ...when(mayPay, { id: 'pay', name: t`Nouveau virement`, icon: Send, run: go(paths.newTransfer()) }),
      ...when(mayPay, {
        id: 'payee',
        name: t`Nouveau bénéficiaire`,
        icon: UserRoundPlus,
        run: go(paths.newBeneficiary()),
      }),
      ...when(hasRight(account, 'transfers'), {
        id: 'batches',
        name: t`Virements multiples`,
        icon: Layers,
        run: go(paths.batches()),
      }),
      ...when(hasRight(account, 'payment-methods'), {
        id: 'top-up',
        name: t`Recharger une carte`,
        icon: CreditCard,
        run: go(paths.cards()),
      }),
      ...when(hasRight(account, 'rib'), {
        id: 'rib',
        name: t`Coordonnées bancaires (RIB)`,
        icon: Share2,
        run: go(paths.rib()),
      }),
      ...when(
        hasRight(account, 'rib') && isInstant,
        { id: 'receive', name: t`Recevoir par PI`, icon: QrCode, run: go(paths.receive()) },
        { id: 'till', name: t`Caisse`, icon: Store, run: go(paths.till()) },
      ),
      { id: 'advisor', name: t`Votre conseiller`, icon: Headset, run: () => openHeaderDialog('advisor') },
      { id: 'rates', name: t`Taux de change`, icon: Coins, run: () => openHeaderDialog('rates') },
      { id: 'logout', name: t`Se déconnecter`, icon: LogOut, run: go(paths.logout()) },
    ],
    pages: [
      ...sectionsOf(account).flatMap((section) => [
        {
          id: section.right,
          name: sections[section.right].name,
          icon: sections[section.right].icon,
          run: go(section.link),
        },
        ...entriesOf(section, account, isInstant)
          .filter(({ link }) => link.to !== section.link.to)
          .map(({ name, link }) => ({
            id: name,
            name: entries[name],
            icon: sections[section.right].icon,
            run: go(link),
          })),
      ]),
      ...when(hasRight(account, 'inbox'), { id: 'inbox', name: t`Messagerie`, icon: Mail, run: go(paths.inbox()) }),
      ...when(account.capabilities.includes('access.admin'), {
        id: 'access',
        name: t`Accès aux comptes`,
        icon: UsersRound,
        run: go(paths.access()),
      }),
      ...when(account.capabilities.includes('audit.read'), {
        id: 'journal',
        name: t`Journal d’activité`,
        icon: ScrollText,
        run: go(paths.auditLog()),
      }),
    ],
  }
}

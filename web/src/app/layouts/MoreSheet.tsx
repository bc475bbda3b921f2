import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unreadAlertsQuery } from '../../domains/alerts/alert-queries.ts'
import type { Account } from 'contract/accounts/accounts.ts'
import {
  Bell,
  BookOpen,
  ChevronRight,
  Coins,
  Headset,
  Landmark,
  ListChecks,
  LogOut,
  QrCode,
  Store,
  UserRound,
  Users,
} from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { useFormats } from '../../lib/formats.ts'
import { hasRight, useInstantPayments } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Logo } from '../../shell/Logo.tsx'
import { Count } from '../../ui/data/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { openHeaderDialog } from '../header/header-dialogs.ts'
import styles from './MoreSheet.module.css'
import { usePreferences } from '../header/preferences.ts'
import { useSectionLabels } from '../section-labels.ts'
import { phoneSectionsOf } from '../sections.ts'

export function MoreSheet({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useLingui()
  const { languages, themes } = usePreferences()
  const labels = useSectionLabels()
  const isInstant = useInstantPayments()
  const { count } = useFormats()
  const unread = useQuery(unreadAlertsQuery()).data?.page?.total ?? 0
  const entries = [
    ...phoneSectionsOf(account).sheet.map(({ right, link }) => ({ ...labels[right], link })),
    ...(hasRight(account, 'payment-methods')
      ? [{ name: t`Chéquiers`, icon: BookOpen, link: paths.chequebooks() }]
      : []),
    ...(hasRight(account, 'transfers')
      ? [
          { name: t`Bénéficiaires`, icon: Users, link: paths.beneficiaries() },
          { name: t`Listes de bénéficiaires`, icon: ListChecks, link: paths.beneficiaryLists() },
        ]
      : []),
    ...(hasRight(account, 'rib') ? [{ name: t`Coordonnées bancaires (RIB)`, icon: Landmark, link: paths.rib() }] : []),
    ...(hasRight(account, 'rib') && isInstant
      ? [
          { name: t`Recevoir par PI`, icon: QrCode, link: paths.receive() },
          { name: t`Caisse`, icon: Store, link: paths.till() },
        ]
      : []),
  ]
  const headerDialogs = [
    { dialog: 'alerts', icon: Bell, name: t`Alertes` },
    { dialog: 'rates', icon: Coins, name: t`Taux de change` },
    { dialog: 'advisor', icon: Headset, name: t`Votre conseiller` },
    { dialog: 'profile', icon: UserRound, name: t`Informations personnelles` },
  ] as const
  return (
    <Sheet label={t`Menu`} head={<Logo />} onClose={onClose}>
      {entries.length > 0 && (
        <nav aria-label={t`Autres rubriques`}>
          <ul className={styles.list}>
            {entries.map(({ name, icon, link }) => (
              <li key={link.to}>
                <Link {...link} onClick={onClose}>
                  <Icon shape={icon} />
                  {name}
                  <Icon shape={ChevronRight} size="sm" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ul className={styles.list}>
        {headerDialogs.map(({ dialog, icon, name }) => (
          <li key={dialog}>
            <button
              type="button"
              onClick={() => {
                onClose()
                openHeaderDialog(dialog)
              }}
            >
              <Icon shape={icon} />
              {name}
              {dialog === 'alerts' && unread > 0 && (
                <Count
                  value={count(unread)}
                  label={t`${plural(unread, { one: '# alerte non lue', other: '# alertes non lues' })}`}
                />
              )}
              <Icon shape={ChevronRight} size="sm" />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.settings}>
        <Setting name={t`Langue`} choices={languages} />
        <Setting name={t`Thème`} choices={themes} />
      </div>
      <LinkButton {...paths.logout()} preload={false} icon={LogOut} isBlock>
        <Trans>Se déconnecter</Trans>
      </LinkButton>
    </Sheet>
  )
}

type Choice<T extends string> = { value: T; label: string; isChosen: boolean; choose: () => void }

function Setting<T extends string>({ name, choices }: { name: string; choices: readonly Choice<T>[] }) {
  const chosen = choices.find(({ isChosen }) => isChosen) ?? choices[0]
  return (
    chosen && (
      <div className={styles.setting}>
        <span>{name}</span>
        <Segmented
          label={name}
          value={chosen.value}
          options={choices}
          onChange={(value) => choices.find((choice) => choice.value === value)?.choose()}
        />
      </div>
    )
  )
}

// The blocks of the right column that name people, cards and accounts.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { accountName } from 'contract/accounts/account-labels.ts'
import type { Dashboard } from 'contract/dashboard.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { type Identity as IdentityShape, identityOfName, textIn } from 'contract/values/identity.ts'
import { Plus } from 'lucide-react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { useOpenAccount } from '../../lib/session/use-open-account.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { Identity, IdentityPicture } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { IdentityAvatar } from '../../ui/data/Identity.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MiniCard } from '../cards/MiniCard.tsx'
import { Block } from './blocks.tsx'
import blocks from './blocks.module.css'
import styles from './rail-blocks.module.css'

type Part<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>

/** The last payees as pictures: one touch opens a transfer to them. */
export function PayeesBlock({ payees }: { payees: Part<'payees'> }) {
  const { t } = useLingui()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const shortName = ({ name, kind }: IdentityShape) => {
    const full = textIn(name, language)
    return kind === 'person' ? (full.split(' ')[0] ?? full) : full
  }
  return (
    <Block title={t`Payer à nouveau`} className="from-tablet">
      <ul className={styles.faces}>
        {payees.map(({ id, identity }) => (
          <li key={id}>
            <Link
              className={styles.face}
              {...paths.newTransfer()}
              search={{ beneficiary: id }}
              disabled={!isOnline}
              aria-label={t`Payer ${textIn(identity.name, language)}`}
            >
              <IdentityPicture identity={identity} />
              <span>{shortName(identity)}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link className={styles.face} {...paths.newTransfer()} disabled={!isOnline}>
            <span className={styles.other}>
              <Icon shape={Plus} />
            </span>
            <span>{t({ message: 'Autre', context: 'bénéficiaire' })}</span>
          </Link>
        </li>
      </ul>
    </Block>
  )
}

export function CardsBlock({ cards }: { cards: readonly PrepaidCard[] }) {
  const { t } = useLingui()
  const detailOf = ({ status, expiry }: PrepaidCard) => {
    const until = `${expiry.slice(5, 7)}/${expiry.slice(2, 4)}`
    if (status === 'active') return t`expire en ${until}`
    if (status === 'blocked') return t`bloquée`
    return status === 'opposed' ? t`en opposition` : t`expirée`
  }
  return (
    <Block
      title={t`Cartes`}
      className="from-tablet"
      more={
        <Link className={blocks.more} {...paths.cards()}>
          <Trans>Gérer</Trans>
          <span className="sr"> : {t`Cartes`}</span>
        </Link>
      }
    >
      <ul className={blocks.rows}>
        {cards.map((card) => (
          <li key={card.id}>
            <Identity
              picture={<MiniCard isOff={card.status !== 'active'} />}
              identity={{
                name: card.label ?? t`Carte prépayée`,
                memo: `•• ${card.number_masked.slice(-4)} · ${detailOf(card)}`,
                kind: 'card',
                tint: 'card',
                glyph: null,
                state: null,
              }}
              title={(name) => <Link {...paths.cards()}>{name}</Link>}
              end={<Money amount={card.balance} currency={card.currency} />}
            />
          </li>
        ))}
      </ul>
    </Block>
  )
}

type Held = Part<'position'>['accounts'][number]

/** The sum of the accounts in each currency, and the first of them; a row opens its account. */
export function PositionBlock({
  position: { totals, accounts },
  className,
}: {
  position: Part<'position'>
  className?: string
}) {
  const { t } = useLingui()
  const current = useAccount()
  const [first, ...others] = totals
  return (
    <Block
      title={t`Position`}
      className={className}
      more={
        hasRight(current, 'operations') && (
          <Link className={blocks.more} {...paths.operations()} search={{ account: 'all' as const }}>
            <Trans>Tous les comptes</Trans>
          </Link>
        )
      }
    >
      {first && (
        <p className={styles.total}>
          <Money amount={first.balance} currency={first.currency} size="lg" />
        </p>
      )}
      {others.length > 0 && (
        <p className={cx('muted small num', styles.others)}>
          {others.map(({ currency, balance }) => (
            <span key={currency}>
              + <Money amount={balance} currency={currency} />
            </span>
          ))}
        </p>
      )}
      <ul className={blocks.rows}>
        {accounts.map((account) => (
          <li key={account.uuid}>
            <AccountRow account={account} isCurrent={account.uuid === current.uuid} main={current.currency} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

function AccountRow({ account, isCurrent, main }: { account: Held; isCurrent: boolean; main: Held['currency'] }) {
  const navigate = useNavigate()
  const { fetchFile } = useFetching()
  const openAccount = useOpenAccount()
  const { uuid, label, number, currency, balance } = account
  const identity: IdentityShape = {
    name: accountName(label),
    memo: `•• ${number.slice(-4)}`,
    kind: 'own',
    tint: 'brand',
    glyph: null,
    state: null,
  }
  const open = async () => {
    if (await openAccount({ id: uuid, number })) await navigate(paths.dashboard())
  }
  return (
    <Identity
      identity={identity}
      {...(currency !== main && { picture: <IdentityAvatar tint="brand" initials={currency} /> })}
      title={(name) =>
        isCurrent ? (
          name
        ) : (
          <button type="button" onClick={() => void fetchFile(open)}>
            {name}
          </button>
        )
      }
      end={<Money amount={balance} currency={currency} />}
    />
  )
}

/** The colleagues who wait for a signature, and those who have to give one. */
export function TeamBlock({ team }: { team: Part<'team'> }) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  return (
    <Block title={t`Équipe`} className="from-tablet">
      <ul className={blocks.rows}>
        {team.map(({ name, role, count, since }) => (
          <li key={`${role} ${name}`}>
            <Identity
              identity={identityOfName(name, null, false)}
              title={(visible) =>
                role === 'author' ? (
                  <Link {...paths.transfersToSign()}>{visible}</Link>
                ) : (
                  <Link {...paths.sentForSignature()}>{visible}</Link>
                )
              }
              detail={[
                role === 'author'
                  ? t`${plural(count, { one: 'Attend votre signature', other: 'Attend # signatures de vous' })}`
                  : t`${plural(count, { one: 'Vous attendez sa signature', other: 'Vous attendez # signatures' })}`,
                rowDate(fromUnix(since)),
              ].join(' · ')}
            />
          </li>
        ))}
      </ul>
    </Block>
  )
}

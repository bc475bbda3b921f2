import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useIsOnline } from '../../lib/api/online.ts'
import { useAccount } from '../../lib/session/session.ts'
import { AdvisorModal } from '../accounts/AdvisorModal.tsx'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { menuItemClass } from '../../ui/overlays/Menu.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { SkeletonBlock, Skeleton } from '../../ui/Skeleton.tsx'
import { lastDigits, CardStatus } from './card-labels.tsx'
import { cardLimitsQuery } from './card-queries.ts'
import { CardStateModal } from './CardStateModal.tsx'
import { CardVisual } from './CardVisual.tsx'
import { RegisterCardModal } from './RegisterCardModal.tsx'
import { WithdrawalLimit } from './WithdrawalLimit.tsx'
import styles from './CardsScreen.module.css'

type Props = {
  cards: UseQueryResult<{ answer: PrepaidCard[] }, Error>
  mayAct: boolean
  onTopUp: (card: PrepaidCard) => void
}

type Open = 'register' | 'advisor' | { card: PrepaidCard } | null

/** The list of cards, below their common withdrawal limit. */
export function CardList({ cards, mayAct, onTopUp }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const limits = useQuery(cardLimitsQuery())
  const isInFrancs = useAccount().currency === 'XOF'
  const register = mayAct && (
    <Button icon={Plus} onClick={() => setOpen('register')}>
      <Trans>Enregistrer une carte</Trans>
    </Button>
  )
  const modals = (
    <>
      {open === 'register' && <RegisterCardModal onClose={close} />}
      {open === 'advisor' && <AdvisorModal onClose={close} />}
      {open !== null && typeof open === 'object' && <CardStateModal card={open.card} onClose={close} />}
    </>
  )
  // The limit stands above the cards: both appear together, so that nothing moves.
  if (cards.isPending || limits.isPending)
    return (
      <Skeleton>
        <SkeletonBlock width={20} height={12} />
      </Skeleton>
    )
  if (cards.isLoadingError)
    return (
      <PageProblem
        title={t`Les cartes n’ont pas pu être chargées`}
        error={cards.error}
        onRetry={() => void cards.refetch()}
      />
    )
  const { answer } = cards.data
  if (answer.length === 0)
    return (
      <>
        <EmptyState
          motif="lines"
          title={t`Aucune carte prépayée`}
          action={
            register || (
              <Button onClick={() => setOpen('advisor')}>
                <Trans>Contacter mon conseiller</Trans>
              </Button>
            )
          }
        >
          {isInFrancs ? (
            <Trans>Demandez une carte à votre agence, puis enregistrez-la ici pour la recharger à tout moment.</Trans>
          ) : (
            <Trans>Une carte prépayée se recharge depuis un compte en francs CFA : changez de compte.</Trans>
          )}
        </EmptyState>
        {modals}
      </>
    )
  return (
    <>
      {limits.data && <WithdrawalLimit limits={limits.data.answer} />}
      <div className={styles.cards}>
        {answer.map((card) => (
          <CardBox
            key={card.id}
            card={card}
            mayAct={mayAct}
            onTopUp={() => onTopUp(card)}
            onChange={() => setOpen({ card })}
            onAdvisor={() => setOpen('advisor')}
          />
        ))}
      </div>
      {register && <p style={{ marginTop: 'var(--space-8)' }}>{register}</p>}
      {modals}
    </>
  )
}

type BoxProps = { card: PrepaidCard; mayAct: boolean; onTopUp: () => void; onChange: () => void; onAdvisor: () => void }

function CardBox({ card, mayAct, onTopUp, onChange, onAdvisor }: BoxProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const last = lastDigits(card.number_masked)
  const isUsable = card.status === 'active'
  const mayChange = isUsable || card.status === 'blocked'
  return (
    <article className={styles.box}>
      <CardVisual card={card} />
      <div>
        <div className={styles.line}>
          <h2 className="h3">{card.holder}</h2>
          <CardStatus card={card} />
        </div>
        <div className={styles.line}>
          <p className="muted small">{card.label}</p>
          <p className="num">
            <span className="sr">
              <Trans>Solde de la carte</Trans>{' '}
            </span>
            <Money amount={card.balance} currency={card.currency} />
          </p>
        </div>
      </div>
      {mayAct && (
        <div className={styles.acts}>
          {isUsable ? (
            <Button icon={Plus} size="sm" isBlock onClick={onTopUp}>
              <Trans>
                Recharger<span className="sr"> la carte {last}</span>
              </Trans>
            </Button>
          ) : (
            <Button size="sm" isBlock onClick={onAdvisor}>
              <Trans>Contacter mon conseiller</Trans>
            </Button>
          )}
          {mayChange && (
            <RowMenu label={t`Actions pour la carte ${last}`} disabled={!isOnline}>
              {(close) => (
                <button
                  type="button"
                  role="menuitem"
                  className={menuItemClass(isUsable)}
                  onClick={() => {
                    close()
                    onChange()
                  }}
                >
                  {isUsable ? t`Bloquer la carte` : t`Débloquer la carte`}
                </button>
              )}
            </RowMenu>
          )}
        </div>
      )}
    </article>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Chequebook } from 'contract/products/chequebooks.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { BookOpen, CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { Subject } from '../../ui/data/Table.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { cardsQuery } from '../cards/card-queries.ts'
import { CardStatus, lastDigits, printedExpiry } from '../cards/card-labels.tsx'
import { MiniCard } from '../cards/MiniCard.tsx'
import { ChequebookState, printedNumber, useChequebookName } from '../chequebooks/chequebook-labels.tsx'
import { chequebookListQuery } from '../chequebooks/chequebook-queries.ts'
import styles from './PaymentMethodsScreen.module.css'

const VISIBLE = 4

/** The cards and the chequebooks of the account, with links to their pages. */
export function PaymentMethodsScreen() {
  const { t } = useLingui()
  const cards = useQuery(cardsQuery())
  const books = useQuery(chequebookListQuery(1))
  return (
    <Page heading={t`Moyens de paiement`}>
      {/* Both at once: the second list would move while the first one arrives. */}
      {cards.isPending || books.isPending ? (
        <Skeleton>
          <SkeletonRows count={5} hasTile />
        </Skeleton>
      ) : (
        <div className={styles.methods}>
          <Cards cards={cards.data?.answer ?? []} />
          <Chequebooks books={books.data?.answer ?? []} />
        </div>
      )}
    </Page>
  )
}

function Cards({ cards }: { cards: readonly PrepaidCard[] }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const usable = cards.filter(({ status }) => status === 'active')
  const held = moneyText(
    usable.reduce((sum, { balance }) => sum + balance, 0),
    'XOF',
  )
  return (
    <Method
      icon={CreditCard}
      title={<Link {...paths.cards()}>{t`Cartes prépayées`}</Link>}
      state={
        cards.length === 0
          ? t`Rechargez une carte à tout moment, une fois ou à dates fixes.`
          : t`${plural(usable.length, { one: '# carte active', other: '# cartes actives' })} · ${held}`
      }
    >
      {[...usable, ...cards.filter((card) => !usable.includes(card))].slice(0, VISIBLE).map((card) => (
        <li key={card.id}>
          <Subject
            tile={<MiniCard isOff={card.status !== 'active'} />}
            title={card.label ?? card.holder}
            detail={`•• ${lastDigits(card.number_masked)} · ${printedExpiry(card.expiry)}`}
          />
          <span className={styles.end}>
            <Money amount={card.balance} currency={card.currency} />
            {card.status !== 'active' && <CardStatus card={card} />}
          </span>
        </li>
      ))}
    </Method>
  )
}

function Chequebooks({ books }: { books: readonly Chequebook[] }) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const nameOf = useChequebookName()
  const leftOf = ({ remaining, first_number, last_number }: Chequebook) =>
    remaining === null || first_number === null || last_number === null
      ? null
      : t`${plural(remaining, { one: '# formule restante', other: '# formules restantes' })}, ${printedNumber(first_number)} à ${printedNumber(last_number)}`
  return (
    <Method
      icon={BookOpen}
      title={<Link {...paths.chequebooks()}>{t`Chéquiers`}</Link>}
      state={t`Commandez un chéquier, suivez-le jusqu’à l’agence, faites opposition.`}
    >
      {books.slice(0, VISIBLE).map((book) => {
        const day = rowDate(fromUnix(book.ordered_at))
        return (
          <li key={book.id}>
            <Subject
              title={
                <Link {...paths.chequebooks()} search={{ chequebook: book.id }}>
                  {nameOf(book)}
                </Link>
              }
              detail={leftOf(book) ?? <Trans>Commandé le {day}</Trans>}
            />
            <ChequebookState book={book} />
          </li>
        )
      })}
    </Method>
  )
}

type MethodProps = { icon: typeof CreditCard; title: ReactNode; state: string; children: ReactNode[] }

function Method({ icon, title, state, children }: MethodProps) {
  return (
    <section className={styles.method}>
      <div className={styles.head}>
        <Tile icon={icon} tone="brand" />
        <div>
          <h2 className="h3">{title}</h2>
          <p className="muted num">{state}</p>
        </div>
      </div>
      {children.length > 0 && <ul className={styles.rows}>{children}</ul>}
    </section>
  )
}

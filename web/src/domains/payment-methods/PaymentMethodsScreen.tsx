import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, CreditCard } from 'lucide-react'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { Page } from '../../shell/Page.tsx'
import { cx } from '../../ui/cx.ts'
import { Tile } from '../../ui/Tile.tsx'
import { cardsQuery } from '../cards/card-queries.ts'
import styles from './PaymentMethodsScreen.module.css'

/** Links to each payment method, with its current state. */
export function PaymentMethodsScreen() {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const { isPending, data } = useQuery(cardsQuery())
  const cards = data?.answer ?? []
  const usable = cards.filter(({ status }) => status === 'active')
  const held = moneyText(
    cards.reduce((sum, { balance }) => sum + balance, 0),
    'XOF',
  )
  const state =
    cards.length === 0
      ? t`Rechargez une carte à tout moment, une fois ou à dates fixes.`
      : t`${plural(usable.length, { one: '# carte active', other: '# cartes actives' })} · ${held}`
  return (
    <Page heading={t`Moyens de paiement`}>
      <div className={styles.choices}>
        <Link {...paths.cards()} className={styles.choice}>
          <Tile icon={CreditCard} tone="brand" />
          <span className={styles.text}>
            <span className="h3">{t`Cartes prépayées`}</span>
            <span className={cx(styles.state, 'muted num')}>{!isPending && state}</span>
          </span>
        </Link>
        <Link {...paths.chequebooks()} className={styles.choice}>
          <Tile icon={BookOpen} tone="brand" />
          <span className={styles.text}>
            <span className="h3">{t`Chéquiers`}</span>
            <span
              className={cx(styles.state, 'muted')}
            >{t`Commandez un chéquier, suivez-le jusqu’à l’agence, faites opposition.`}</span>
          </span>
        </Link>
      </div>
    </Page>
  )
}

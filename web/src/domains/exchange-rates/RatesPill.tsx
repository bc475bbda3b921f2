import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../lib/formats.ts'
import { exchangeRatesQuery } from './exchange-rate-queries.ts'
import styles from './RatesPill.module.css'

/** The euro in francs, always visible; opens the table of rates. */
export function RatesPill({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  const { decimal, unitOf } = useFormats()
  const rates = useQuery(exchangeRatesQuery())
  const euro = rates.data?.answer.rates.find(({ currency }) => currency === 'EUR')
  if (!euro) return null
  return (
    <button type="button" className={styles.pill} aria-haspopup="dialog" onClick={onOpen}>
      {/* Its accessible name begins with its action and ends with the visible text, so that voice control finds it by either. */}
      <span className="sr">{t`Taux de change :`}</span> <span className="muted">1 EUR =</span> {decimal(euro.transfer)}{' '}
      {unitOf('XOF')}
    </button>
  )
}

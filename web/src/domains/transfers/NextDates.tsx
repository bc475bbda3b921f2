import { Trans, useLingui } from '@lingui/react/macro'
import type { TransferQuote } from 'contract/transfers/transfers.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import styles from './NextDates.module.css'

/**
 * The next dates of a series; a date on a closed day also shows its execution date. `heading`: the level of its
 * heading.
 */
export function NextDates({ dates, heading: Heading }: { dates: TransferQuote['next_dates']; heading: 'h2' | 'h3' }) {
  const { t } = useLingui()
  const { longDate, longDateWithDay } = useFormats()
  return (
    <section>
      <Heading className="h3">
        <Trans>Prochaines échéances</Trans>
      </Heading>
      <ul className={styles.dates}>
        {dates.map(({ nominal, due }) => (
          <li key={nominal}>
            <span className="num">{longDateWithDay(fromPlainDate(due))}</span>
            {due !== nominal && (
              <span className="muted small"> {t`au lieu du ${longDate(fromPlainDate(nominal))}, jour non ouvré`}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

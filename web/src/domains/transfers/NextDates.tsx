import { Trans, useLingui } from '@lingui/react/macro'
import type { TransferQuote } from 'contract/transfers/transfers.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import styles from './NextDates.module.css'

/** The dates to come of a series; one that falls on a closed day says when it runs instead. `heading`: its place under the title. */
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

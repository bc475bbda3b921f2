import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { reportError } from '../../lib/report-error.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './ImportScreen.module.css'
import { useChooseInstant } from './multiple-queries.ts'
import { useNetworkLabels } from './network-labels.ts'

/** The choice of instant payments for the lines that can be paid so, and by which network all lines go. */
export function InstantOption({ draft }: { draft: Import }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const choose = useChooseInstant()
  const { import_id, instant, summary } = draft
  if (instant === null) return null
  const { is_chosen, lines } = instant
  return (
    <div className={styles.instant}>
      <label className={styles.choice}>
        <Checkbox
          checked={choose.isPending ? choose.variables.body.is_instant : is_chosen}
          disabled={!isOnline || choose.isPending}
          onChange={(is_instant) =>
            choose.mutate({ params: { id: import_id }, body: { is_instant } }, { onError: reportError })
          }
        />
        <span>
          {t`Paiement instantané quand la banque du bénéficiaire est jointe par PI`}
          <br />
          <span className="muted small">
            {is_chosen
              ? t`Chaque banque confirme le compte et le nom. Un compte qu’elle ne confirme pas est payé par la compensation.`
              : t`${plural(lines, { one: '# ligne peut partir ainsi, à toute heure.', other: '# lignes peuvent partir ainsi, à toute heure.' })}`}
          </span>
        </span>
      </label>
      <NetworkSums networks={summary.networks} currency={summary.currency} />
    </div>
  )
}

function NetworkSums({ networks, currency }: Pick<Import['summary'], 'networks' | 'currency'>) {
  const { t } = useLingui()
  const { moneyText, longDate } = useFormats()
  const labels = useNetworkLabels()
  return (
    <ul className={styles.networks} aria-label={t`Réseaux des lignes`}>
      {networks.map(({ network, lines, charges, arrival_date }) => {
        const fees = moneyText(charges, currency)
        const day = arrival_date && longDate(fromPlainDate(arrival_date))
        return (
          <li key={network} className="num">
            <b>{labels[network]}</b>
            {` · ${t`${plural(lines, { one: '# ligne', other: '# lignes' })}`}, ${charges === 0 ? t`sans frais` : t`${fees} de frais et taxes`}`}
            {day !== null && ` · ${t`au plus tard le ${day}`}`}
          </li>
        )
      })}
    </ul>
  )
}

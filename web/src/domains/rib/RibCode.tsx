import { Trans, useLingui } from '@lingui/react/macro'
import { type BankDetails, bankDetailsCode } from 'contract/accounts/rib.ts'
import { encode } from 'uqr'
import styles from './RibScreen.module.css'

/** The bank details as a QR code: black on white in both themes, as cameras expect. */
export function RibCode({ details }: { details: BankDetails }) {
  const { t } = useLingui()
  const { data, size } = encode(bankDetailsCode(details), { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <figure className={styles.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t`RIB en QR code`} shapeRendering="crispEdges">
        <path d={dark.join('')} />
      </svg>
      <figcaption className="muted small">
        <Trans>À scanner par le téléphone de qui vous paie.</Trans>
      </figcaption>
    </figure>
  )
}

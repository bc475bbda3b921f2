import { Trans, useLingui } from '@lingui/react/macro'
import { type BankDetails, bankDetailsCode } from 'contract/accounts/rib.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import styles from './RibScreen.module.css'

/** The bank details as a QR code. */
export function RibCode({ details }: { details: BankDetails }) {
  const { t } = useLingui()
  return (
    <figure className={styles.code}>
      <QrCode text={bankDetailsCode(details)} label={t`RIB en QR code`} />
      <figcaption className="muted small">
        <Trans>À scanner par le téléphone de qui vous paie.</Trans>
      </figcaption>
    </figure>
  )
}

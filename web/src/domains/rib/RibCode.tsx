import { Trans, useLingui } from '@lingui/react/macro'
import { type BankDetails, bankDetailsCode } from 'contract/accounts/rib.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import styles from './RibScreen.module.css'

const QrCode = lazyPart(async () => (await import('../../ui/QrCode.tsx')).QrCode)

/** The bank details as a QR code. */
export function RibCode({ details }: { details: BankDetails }) {
  const { t } = useLingui()
  return (
    <figure className={styles.code}>
      <div>
        <QrCode text={bankDetailsCode(details)} label={t`RIB en QR code`} />
      </div>
      <figcaption className="muted small">
        <Trans>À scanner par le téléphone de qui vous paie.</Trans>
      </figcaption>
    </figure>
  )
}

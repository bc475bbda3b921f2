import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { readPaymentQr } from 'contract/values/payment-qr.ts'
import { paths } from '../../lib/paths.ts'
import { FlowFrame } from '../../shell/forms/FlowFrame.tsx'
import { useScreenTitle } from '../../shell/use-screen-title.ts'
import { useCodeErrors } from './code-errors.ts'
import styles from './CodeReader.module.css'
import { QrReader } from './QrReader.tsx'
import { keepScannedCode } from './scanned-code.ts'

/** The page of the reader. A payment code opens the form of a new transfer. */
export function CodeReader() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const errors = useCodeErrors()
  const title = useScreenTitle(t`Scanner un code QR`, { hasMenu: false })
  return (
    <FlowFrame title={t`Nouveau virement`} quit={paths.newTransfer()} side={null}>
      <div className={styles.page}>
        <h1 className="h1" ref={title} tabIndex={-1}>
          <Trans>Scanner un code QR</Trans>
        </h1>
        <p className="muted">
          <Trans>Le code d’un commerçant ou d’une personne : vous verrez son nom avant de payer.</Trans>
        </p>
        <QrReader
          onRead={(text) => {
            const { error } = readPaymentQr(text)
            if (error !== null) return errors[error]
            keepScannedCode(text)
            void navigate({ ...paths.newTransfer(), replace: true })
            return null
          }}
        />
      </div>
    </FlowFrame>
  )
}

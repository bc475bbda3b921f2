import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copy } from '../../lib/clipboard.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import styles from './FactorsModal.module.css'

/** The recovery codes, which are displayed once. */
export function RecoveryCodesModal({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  const [announcement, setAnnouncement] = useState('')
  return (
    <Modal
      title={t`Vos codes de secours`}
      onClose={onDone}
      foot={
        <Button variant="primary" onClick={onDone}>
          <Trans>Je les ai gardés</Trans>
        </Button>
      }
    >
      <InlineAlert tone="warning" title={t`Gardez ces codes : ils ne seront plus affichés`}>
        <Trans>
          Si vous perdez votre téléphone, chacun vous connecte une fois. Notez-les sur papier, loin de votre téléphone.
        </Trans>
      </InlineAlert>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="sr" role="status">
        {announcement}
      </p>
      <div className={styles.acts}>
        <Button
          size="sm"
          icon={Copy}
          onClick={() => void copy(codes.join('\n')).then(() => setAnnouncement(t`Les codes sont copiés.`))}
        >
          <Trans>Copier</Trans>
        </Button>
      </div>
    </Modal>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { announce, warn } from '../../lib/banners.ts'
import { copy } from '../../lib/clipboard.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import styles from './FactorsModal.module.css'

/** The recovery codes, which are displayed once: no touch beside the dialog closes it. */
export function RecoveryCodesModal({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  return (
    <Modal
      title={t`Vos codes de secours`}
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
      <div className={styles.acts}>
        <Button
          size="sm"
          icon={Copy}
          onClick={() =>
            void copy(codes.join('\n')).then((isDone) =>
              isDone
                ? announce(t`Les codes sont copiés.`)
                : warn(t`La copie n’a pas été possible. Recopiez les codes.`),
            )
          }
        >
          <Trans>Copier</Trans>
        </Button>
      </div>
    </Modal>
  )
}

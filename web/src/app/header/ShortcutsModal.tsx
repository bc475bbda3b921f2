import { useLingui } from '@lingui/react/macro'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

/** The list of keyboard shortcuts. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const shortcuts = [
    { name: t`Rechercher partout, choisir un compte`, value: <kbd>{t`Ctrl K ou ⌘ K`}</kbd> },
    { name: t`Cette liste`, value: <kbd>?</kbd> },
    { name: t`Fermer un panneau ou une fenêtre`, value: <kbd>{t`Échap`}</kbd> },
    { name: t`Se déplacer dans une liste ou un menu`, value: <kbd>↑ ↓</kbd> },
    { name: t`Choisir`, value: <kbd>{t`Entrée`}</kbd> },
    { name: t`Pages d’une liste de comptes ou d’un fichier`, value: <kbd>{t`Page ↑ / Page ↓`}</kbd> },
  ]
  return (
    <Modal title={t`Raccourcis clavier`} onClose={onClose}>
      <DetailList facts={shortcuts} />
    </Modal>
  )
}

import { useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'
import { hasRight } from '../../lib/session/session.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import styles from './ShortcutsModal.module.css'

type Shortcut = {
  name: string
  /** Combinations that do the same, each of keys pressed together. */ keys: readonly (readonly string[])[]
}

/** The list of keyboard shortcuts: those of every page, then those of pages that the user has. */
export function ShortcutsModal({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useLingui()
  const [escape, enter] = [t`Échap`, t`Entrée`]
  // Individuals sign alone.
  const maySign = account.is_company && account.capabilities.includes('transfer.validate')
  const mayImport = hasRight(account, 'transfers') && account.capabilities.includes('transfer.create')
  const groups: { name: string; shortcuts: Shortcut[] }[] = [
    {
      name: t`Partout`,
      shortcuts: [
        {
          name: t`Rechercher partout, choisir un compte`,
          keys: [
            ['Ctrl', 'K'],
            ['⌘', 'K'],
          ],
        },
        { name: t`Cette liste`, keys: [['?']] },
        { name: t`Fermer un panneau ou une fenêtre`, keys: [[escape]] },
        { name: t`Se déplacer dans une liste ou un menu`, keys: [['↑'], ['↓']] },
        { name: t`Choisir`, keys: [[enter]] },
        { name: t`Pages d’une liste de comptes ou d’un fichier`, keys: [[t`Page ↑`], [t`Page ↓`]] },
      ],
    },
    ...(maySign
      ? [
          {
            name: t`À signer`,
            shortcuts: [
              { name: t`Demande suivante, précédente`, keys: [['j'], ['k']] },
              { name: t`Cocher la demande`, keys: [['x']] },
              { name: t`Examiner la demande`, keys: [[enter]] },
              { name: t`Signer, refuser`, keys: [['a'], ['r']] },
            ],
          },
        ]
      : []),
    ...(mayImport
      ? [
          {
            name: t`Lignes d’un fichier de virements`,
            shortcuts: [
              { name: t`Modifier, puis enregistrer et descendre`, keys: [[enter]] },
              { name: t`Enregistrer et modifier la cellule suivante`, keys: [['Tab']] },
              {
                name: t`Coller une colonne, défaire`,
                keys: [
                  ['Ctrl', 'V'],
                  ['Ctrl', 'Z'],
                ],
              },
              { name: t`Problème suivant`, keys: [['F8']] },
            ],
          },
        ]
      : []),
  ]
  return (
    <Modal title={t`Raccourcis clavier`} onClose={onClose}>
      {groups.map(({ name, shortcuts }) => (
        <section key={name} className={styles.group}>
          <h3>{name}</h3>
          <dl>
            {shortcuts.map((shortcut) => (
              <div key={shortcut.name}>
                <dt>{shortcut.name}</dt>
                <dd>
                  {shortcut.keys.map((keys) => (
                    <span key={keys.join(' ')}>
                      {keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}

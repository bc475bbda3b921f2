import { Trans } from '@lingui/react/macro'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './ImportGrid.module.css'

/** The keys of the grid, on a device with a keyboard. */
export function GridKeys() {
  return (
    <p className={styles.keys}>
      <span>
        <Kbd>Tab</Kbd> <Trans>cellule suivante, en modifiant</Trans>
      </span>
      <span>
        <Kbd>
          <Trans context="touche">Entrée</Trans>
        </Kbd>{' '}
        <Trans>modifier, valider, descendre</Trans>
      </span>
      <span>
        <Kbd>
          <Trans context="touche">Échap</Trans>
        </Kbd>{' '}
        <Trans>annuler</Trans>
      </span>
      <span>
        <Kbd>Ctrl</Kbd> <Kbd>V</Kbd> <Trans>coller une colonne</Trans>
      </span>
      <span>
        <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd> <Trans>défaire</Trans>
      </span>
      <span>
        <Kbd>F8</Kbd> <Trans>problème suivant</Trans>
      </span>
    </p>
  )
}

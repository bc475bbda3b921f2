import { Trans } from '@lingui/react/macro'
import styles from './ImportGrid.module.css'

/** The keys of the grid, for those who have a keyboard. */
export function GridKeys() {
  return (
    <p className={styles.keys}>
      <span>
        <kbd>Tab</kbd> <Trans>cellule suivante, en modifiant</Trans>
      </span>
      <span>
        <kbd>
          <Trans context="touche">Entrée</Trans>
        </kbd>{' '}
        <Trans>modifier, valider, descendre</Trans>
      </span>
      <span>
        <kbd>
          <Trans context="touche">Échap</Trans>
        </kbd>{' '}
        <Trans>annuler</Trans>
      </span>
      <span>
        <kbd>Ctrl V</kbd> <Trans>coller une colonne</Trans>
      </span>
      <span>
        <kbd>Ctrl Z</kbd> <Trans>défaire</Trans>
      </span>
      <span>
        <kbd>F8</kbd> <Trans>problème suivant</Trans>
      </span>
    </p>
  )
}

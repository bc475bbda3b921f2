import { useLingui } from '@lingui/react/macro'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './ToSignScreen.module.css'

/** The keys of the list, under it. */
export function InboxKeys() {
  const { t } = useLingui()
  const keys: [string[], string][] = [
    [['j', 'k'], t`se déplacer`],
    [['x'], t`choisir`],
    [[t`Entrée`], t`examiner`],
    [['a'], t`signer`],
    [['r'], t`refuser`],
    [['?'], t`tous les raccourcis`],
  ]
  return (
    <p className={styles.keys}>
      {keys.map(([names, label]) => (
        <span key={label}>
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {label}
        </span>
      ))}
    </p>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { usePreferences } from './preferences.ts'
import styles from './PreferenceFields.module.css'

type Choice<T extends string> = { value: T; label: string; isChosen: boolean; choose: () => void }

/** Language and theme, side by side with their names above. */
export function PreferenceFields() {
  const { t } = useLingui()
  const { languages, themes } = usePreferences()
  return (
    <div className={styles.fields}>
      <Preference name={t`Langue`} choices={languages} />
      <Preference name={t`Thème`} choices={themes} />
    </div>
  )
}

function Preference<T extends string>({ name, choices }: { name: string; choices: readonly Choice<T>[] }) {
  const chosen = choices.find(({ isChosen }) => isChosen) ?? choices[0]
  return (
    chosen && (
      <div className={styles.field}>
        <span className={styles.name} aria-hidden>
          {name}
        </span>
        <Segmented
          label={name}
          value={chosen.value}
          options={choices}
          onChange={(value) => choices.find((choice) => choice.value === value)?.choose()}
        />
      </div>
    )
  )
}

import { useLingui } from '@lingui/react/macro'
import { folded } from 'contract/values/folded.ts'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { SEARCHED_FROM, SearchField } from '../../ui/fields/SearchField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './OptionsField.module.css'

export type FilterOption<T extends string> = { value: T; label: string; count?: number; tint?: string }

type Props<T extends string> = {
  label: string
  options: readonly FilterOption<T>[]
  chosen: readonly T[]
  onToggle: (value: T) => void
  /** Several values, each with a checkbox. */
  isMany?: boolean
}

/** The values of a filter: one of a few, or several. */
export function OptionsField<T extends string>({ label, options, chosen, onToggle, isMany = false }: Props<T>) {
  const { t } = useLingui()
  const { count } = useFormats()
  const [typed, setTyped] = useState('')
  const visible = options.filter((option) => folded(option.label).includes(folded(typed)))
  const content = (option: FilterOption<T>) => (
    <>
      {option.tint !== undefined && <i data-tint={option.tint} />}
      <span>{option.label}</span>
      {option.count !== undefined && <span className={styles.count}>{count(option.count)}</span>}
    </>
  )
  return (
    <div className={styles.field}>
      {options.length >= SEARCHED_FROM && (
        <SearchField label={t`Chercher : ${label}`} placeholder={t`Chercher`} value={typed} onChange={setTyped} />
      )}
      <ul className={styles.options} aria-label={label}>
        {visible.map((option) => {
          const isChosen = chosen.includes(option.value)
          return (
            <li key={option.value}>
              {isMany ? (
                <label className={styles.option}>
                  <Checkbox checked={isChosen} onChange={() => onToggle(option.value)} />
                  {content(option)}
                </label>
              ) : (
                <button
                  type="button"
                  className={styles.option}
                  aria-pressed={isChosen}
                  onClick={() => onToggle(option.value)}
                >
                  {content(option)}
                  {isChosen && <Icon shape={Check} size="sm" />}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {visible.length === 0 && <p className="muted">{t`Aucun choix`}</p>}
    </div>
  )
}

import type { IconShape } from '../../ui/Icon.tsx'
import type { Filter } from './filter.ts'
import { type FilterOption, OptionsField } from './OptionsField.tsx'

type Choice<K extends string, T extends string> = {
  /** The parameter of the list. */
  name: K
  label: string
  icon?: IconShape
  value: T | undefined
  options: readonly FilterOption<T>[]
  isRare?: boolean
  /** What the chosen value means. */
  help?: string
}

/** A filter of one value of a few. */
export function choiceFilter<K extends string, const T extends string>({
  name,
  label,
  icon,
  value,
  options,
  isRare = false,
  help,
}: Choice<K, T>): Filter<{ [Name in K]?: T | undefined }> {
  type Part = { [Name in K]?: T | undefined }
  // A computed key has no type of its own in TypeScript.
  const part = (next: T | undefined) => ({ [name]: next }) as Part
  return {
    id: name,
    label,
    ...(icon && { icon }),
    text: value === undefined ? null : (options.find((option) => option.value === value)?.label ?? label),
    cleared: part(undefined),
    isRare,
    isImmediate: true,
    field: ({ draft, set }) => {
      const chosen = draft[name]
      return (
        <>
          <OptionsField
            label={label}
            options={options}
            chosen={chosen === undefined ? [] : [chosen]}
            onToggle={(next) => set(part(next === chosen ? undefined : next))}
          />
          {help !== undefined && chosen !== undefined && <p className="muted small">{help}</p>}
        </>
      )
    },
  }
}

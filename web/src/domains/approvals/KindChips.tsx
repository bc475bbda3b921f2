import { useLingui } from '@lingui/react/macro'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { kindGroups, type KindGroup, useKindGroupLabels } from './item-labels.ts'
import styles from './ToSignScreen.module.css'

type Props = { items: readonly ItemToSign[]; chosen: KindGroup | null; onChange: (group: KindGroup | null) => void }

/** On a phone the chips scroll sideways: the one that an address chooses may be beyond the edge. The page itself stays where it is. */
function show(chip: HTMLElement | null): void {
  const row = chip?.parentElement
  if (!chip || !row) return
  const [one, frame] = [chip.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += one.left + one.width / 2 - frame.left - frame.width / 2
}

/** The kinds of the list with their numbers; absent with one kind only. */
export function KindChips({ items, chosen, onChange }: Props) {
  const { t } = useLingui()
  const labels = useKindGroupLabels()
  const count = (group: KindGroup) => items.filter(({ kind }) => kindGroups[kind] === group).length
  const groups = (Object.keys(labels) as KindGroup[]).filter((group) => count(group) > 0)
  if (groups.length < 2) return null
  const chips: [KindGroup | null, string, number][] = [
    [null, t`Tout`, items.length],
    ...groups.map((group): [KindGroup, string, number] => [group, labels[group], count(group)]),
  ]
  return (
    <div className={`${styles.chips} no-print`} role="group" aria-label={t`Nature`}>
      {chips.map(([group, label, number]) => (
        <button
          key={label}
          ref={group === chosen ? show : null}
          type="button"
          className={styles.chip}
          aria-pressed={group === chosen}
          onClick={() => onChange(group)}
        >
          {label} <span className="num">{number}</span>
        </button>
      ))}
    </div>
  )
}

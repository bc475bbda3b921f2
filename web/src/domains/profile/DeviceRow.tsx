import { useLingui } from '@lingui/react/macro'
import type { UserSession } from 'contract/access/profile.ts'
import { Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Tile } from '../../ui/Tile.tsx'
import styles from './rows.module.css'
import { RowError } from './RowError.tsx'

const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet, program: SquareTerminal }

/** A device of the user in a list, with what can be done with it. */
export function DeviceRow({
  device,
  isCurrent = false,
  isOver = false,
  lines,
  error,
  action,
}: {
  device: UserSession['device']
  isCurrent?: boolean
  isOver?: boolean
  lines: string[]
  error: Error | null
  action: { label: string; isBusy: boolean; run: () => void } | null
}) {
  const { t } = useLingui()
  const name = [device.browser, device.system].filter(Boolean).join(' · ') || t`Un programme`
  return (
    <li className={isOver ? styles.over : undefined}>
      <Tile icon={icons[device.kind]} tone={isCurrent ? 'brand' : 'plain'} />
      <div className={styles.text}>
        <b>{name}</b>
        {lines.map((line) => (
          <span key={line} className="small muted num">
            {line}
          </span>
        ))}
        <RowError error={error} />
      </div>
      {action && (
        <Button size="sm" isBusy={action.isBusy} onClick={action.run}>
          {action.label}
          <span className="sr"> {name}</span>
        </Button>
      )}
    </li>
  )
}

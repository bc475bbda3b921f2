import {
  lateBy,
  type StatusIcon,
  type TransferStatus as Status,
  transferStatusLabels,
} from 'contract/transfers/transfer-statuses.ts'
import {
  Ban,
  CalendarClock,
  Check,
  ClockAlert,
  Hourglass,
  Loader,
  Pause,
  PenLine,
  TriangleAlert,
  Undo2,
  UserX,
  X,
} from 'lucide-react'
import { useLanguage } from '../../lib/language.ts'
import { Badge } from '../../ui/data/Badge.tsx'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import styles from './TransferStatus.module.css'

const icons: Record<StatusIcon, IconShape> = {
  sign: PenLine,
  wait: Hourglass,
  calendar: CalendarClock,
  late: ClockAlert,
  progress: Loader,
  done: Check,
  refused: X,
  cancelled: Ban,
  alert: TriangleAlert,
  back: Undo2,
  pause: Pause,
  payee: UserX,
}

/** The status of an order for the user; a late order shows the number of days. */
export function TransferStatus({
  transfer: { status, days_late },
}: {
  transfer: { status: Status; days_late: number | null }
}) {
  const language = useLanguage()
  const { tone, icon, [language]: word } = transferStatusLabels[status]
  const text = days_late ? lateBy(days_late)[language] : word
  if (tone !== null)
    return (
      <Badge tone={tone} icon={icons[icon]}>
        {text}
      </Badge>
    )
  return (
    <span className={styles.plain}>
      <Icon shape={icons[icon]} size="xs" />
      {text}
    </span>
  )
}

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../../ui/Icon.tsx'

/** The content of a line of the panel that opens something. */
export function Line({
  icon,
  end = ChevronRight,
  children,
}: {
  icon: IconShape
  end?: IconShape
  children: ReactNode
}) {
  return (
    <>
      <Icon shape={icon} size="sm" />
      <span>{children}</span>
      <Icon shape={end} size="sm" />
    </>
  )
}

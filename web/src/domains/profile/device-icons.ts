import { Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'

/** The icon of each kind of device. */
export const deviceIcons = { computer: Monitor, phone: Smartphone, tablet: Tablet, program: SquareTerminal }

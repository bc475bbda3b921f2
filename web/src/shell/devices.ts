import type { UserSession } from 'contract/access/profile.ts'
import { Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'

/** The icon of each kind of device. */
export const deviceIcons = { computer: Monitor, phone: Smartphone, tablet: Tablet, program: SquareTerminal }

/** « Chrome · Android »; empty where neither the browser nor the system is known. */
export const deviceName = ({ browser, system }: UserSession['device']) => [browser, system].filter(Boolean).join(' · ')

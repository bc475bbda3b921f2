import { useLingui } from '@lingui/react/macro'
import { ArrowLeftRight, House, List } from 'lucide-react'
import type { IconShape } from '../ui/Icon.tsx'
import type { Section } from './sections.ts'

/** The icon and the name of each section of the menu. */
export function useSectionWords(): Record<Section['right'], { name: string; icon: IconShape }> {
  const { t } = useLingui()
  return {
    dashboard: { name: t`Home`, icon: House },
    operations: { name: t`Synthèse`, icon: List },
    transfers: { name: t`Virements`, icon: ArrowLeftRight },
  }
}

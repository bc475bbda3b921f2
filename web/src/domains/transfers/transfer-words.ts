import { useLingui } from '@lingui/react/macro'
import type { Transfer } from 'contract/transfers.ts'
import { Clock, Repeat, Send } from 'lucide-react'
import type { IconShape } from '../../ui/Icon.tsx'

export function useTransferTypes(): Record<Transfer['type'], string> {
  const { t } = useLingui()
  return { direct: t`Immédiat`, delayed: t`Différé`, periodic: t`Permanent` }
}

export const transferIcons: Record<Transfer['type'], IconShape> = { direct: Send, delayed: Clock, periodic: Repeat }

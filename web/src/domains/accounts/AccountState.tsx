import { useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'
import { Ban, CircleX, Clock } from 'lucide-react'
import { Badge } from '../../ui/data/Badge.tsx'

/** The status of an account that is not active. */
export function AccountState({ account }: { account: Account }) {
  const { t } = useLingui()
  if (account.status_group === 'pending' || account.status === 'user_pending')
    return <Badge tone="warning" icon={Clock}>{t`En attente`}</Badge>
  if (account.status_group === 'blocked') return <Badge tone="danger" icon={Ban}>{t`Bloqué`}</Badge>
  if (account.status_group === 'closed') return <Badge tone="neutral" icon={CircleX}>{t`Clôturé`}</Badge>
  return null
}

import { useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'

export function useAccountKinds(): Record<Account['kind'], string> {
  const { t } = useLingui()
  return {
    checking: t`Compte de chèques`,
    current: t`Compte courant`,
    savings: t`Compte d’épargne`,
    payroll: t`Compte salaires`,
    currency: t`Compte en devises`,
  }
}

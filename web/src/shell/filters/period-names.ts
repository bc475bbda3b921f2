import { useLingui } from '@lingui/react/macro'
import type { PeriodName } from './periods.ts'

export function usePeriodNames(): Record<PeriodName, string> {
  const { t } = useLingui()
  return {
    month: t`Ce mois-ci`,
    'last-month': t`Le mois dernier`,
    'three-months': t`Trois mois`,
    year: t`Cette année`,
  }
}

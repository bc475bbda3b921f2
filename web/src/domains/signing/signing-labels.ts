import { useLingui } from '@lingui/react/macro'
import type { LimitPeriod, SigningRuleName, Tier, TransferLimit } from 'contract/transfers/signing-rules.ts'

export function useTierKinds(): Record<Tier['kind'], string> {
  const { t } = useLingui()
  return { own: t`Entre comptes de l’entreprise`, single: t`Virements`, batch: t`Virements multiples` }
}

export function useRuleNames(): Record<SigningRuleName, string> {
  const { t } = useLingui()
  return {
    none: t`Aucune signature`,
    one: t`Une signature`,
    two: t`Deux signatures`,
    a_and_b: t`Une signature A et une B`,
  }
}

export function useLimitPeriods(): Record<LimitPeriod, string> {
  const { t } = useLingui()
  return {
    operation: t`Par opération`,
    day: t`Par jour`,
    week: t`Par semaine`,
    month: t`Par mois`,
    beneficiary: t`Par bénéficiaire et par jour`,
  }
}

export function useLimitPurposes(): Record<TransferLimit['purpose'], string> {
  const { t } = useLingui()
  return { create: t`Pour saisir`, validate: t`Pour valider` }
}

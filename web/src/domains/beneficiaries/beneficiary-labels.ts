import { useLingui } from '@lingui/react/macro'
import type { Beneficiary, BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useLanguage } from '../../lib/language.ts'
import type { BadgeTone } from '../../ui/data/Badge.tsx'
import type { IconShape } from '../../ui/Icon.tsx'

type Labels = { name: string; tone: BadgeTone; icon: IconShape }

/** Labels of the approval status of a beneficiary's account, for who may approve it and for who waits for somebody else. */
export function useApprovalLabels(mayApprove: boolean): Record<Beneficiary['approval_status'], Labels> {
  const { t } = useLingui()
  return {
    pending: { name: mayApprove ? t`À approuver` : t`En attente`, tone: 'warning', icon: Clock },
    approved: { name: t({ message: 'Prêt', context: 'beneficiary' }), tone: 'success', icon: CircleCheck },
    refused: { name: t`Refusé`, tone: 'danger', icon: CircleX },
  }
}

/** Labels of the outcome of a change of the account number. */
export function useChangeLabels(): Record<BeneficiaryDetail['changes'][number]['status'], string> {
  const { t } = useLingui()
  return { pending: t`À approuver`, approved: t`Approuvé`, refused: t`Refusé`, withdrawn: t`Remplacé` }
}

/** Names of countries from the browser, in the language of the page. */
export function useCountryName(): (code: string) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' })
  return (code) => {
    try {
      return names.of(code) ?? code
    } catch {
      return code
    }
  }
}

import { useLingui } from '@lingui/react/macro'
import { ArrowLeftRight, CalendarSync, CreditCard, FileText, HandCoins, House, List, PiggyBank } from 'lucide-react'
import type { IconShape } from '../ui/Icon.tsx'
import type { Section, SectionEntry } from './sections.ts'

/** The icon and the name of each section of the menu. */
export function useSectionLabels(): Record<Section['right'], { name: string; icon: IconShape }> {
  const { t } = useLingui()
  return {
    dashboard: { name: t`Home`, icon: House },
    operations: { name: t`Synthèse`, icon: List },
    transfers: { name: t`Virements`, icon: ArrowLeftRight },
    'payment-methods': { name: t`Moyens de paiement`, icon: CreditCard },
    debits: { name: t`Prélèvements`, icon: CalendarSync },
    statements: { name: t`Relevés`, icon: FileText },
    dat: { name: t`Placements`, icon: PiggyBank },
    credits: { name: t`Crédits`, icon: HandCoins },
  }
}

export function useEntryLabels(): Record<SectionEntry['name'], string> {
  const { t } = useLingui()
  return {
    cards: t`Cartes prépayées`,
    chequebooks: t`Chéquiers`,
    all: t`Tous les virements`,
    'to-sign': t`À signer`,
    sent: t`Envoyés pour signature`,
    requests: t`Demandes de paiement`,
    beneficiaries: t`Bénéficiaires`,
    'beneficiary-lists': t`Listes de bénéficiaires`,
  }
}

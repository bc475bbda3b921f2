import { useLingui } from '@lingui/react/macro'
import type { PaymentQrError } from 'contract/values/payment-qr.ts'

/** Why a code cannot be paid. */
export function useCodeErrors(): Record<PaymentQrError, string> {
  const { t } = useLingui()
  return {
    qr_not_payment: t`Ce code n’est pas un code de paiement PI.`,
    qr_cut: t`Ce code est incomplet : il manque la fin. Photographiez-le en entier.`,
    qr_checksum_wrong: t`Ce code est abîmé ou a été modifié : ne le payez pas. Demandez-en un autre.`,
    qr_malformed: t`Ce code est mal formé. Demandez-en un autre.`,
    qr_other_scheme: t`Ce code est celui d’un autre système de paiement, pas de PI.`,
    qr_other_currency: t`Ce code demande une autre monnaie que le franc CFA.`,
    qr_country_outside_union: t`Ce code est celui d’un pays hors de l’UEMOA.`,
    qr_alias_invalid: t`L’adresse de paiement de ce code n’est pas valable.`,
    qr_amount_invalid: t`Le montant de ce code n’est pas valable.`,
    qr_reference_invalid: t`La référence de ce code n’est pas valable.`,
    qr_channel_invalid: t`Le canal de ce code n’est pas valable.`,
    qr_purpose_invalid: t`L’objet de ce code n’est pas valable.`,
  }
}

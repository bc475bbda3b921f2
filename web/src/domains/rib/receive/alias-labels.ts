import { useLingui } from '@lingui/react/macro'
import type { PaymentAlias } from 'contract/accounts/payment-aliases.ts'
import { showPhone } from 'contract/values/contact.ts'

/** How people read an alias. */
export const aliasText = ({ kind, value }: Pick<PaymentAlias, 'kind' | 'value'>): string | null =>
  value !== null && kind === 'phone' ? showPhone(value) : value

export function useAliasNames(): Record<PaymentAlias['kind'], string> {
  const { t } = useLingui()
  return { address: t`Adresse de paiement`, phone: t`Téléphone`, merchant: t`Code marchand` }
}

import { useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { useFormats } from '../../../lib/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

/** What the author should know about an order that is allowed. */
export function AmountWarnings({ flow: { form, quote, amount, account, edited } }: { flow: TransferFlow }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  if (!quote || amount === null) return null
  const missing = moneyText(quote.total - quote.available, account.currency)
  const needed = quote.signatures_needed
  const isDated = form.draft.type !== 'direct'
  const sentences = [
    // A direct order is refused instead, by the error at the field.
    isDated &&
      quote.warnings.includes('insufficient_balance') &&
      t`Il manque ${missing} aujourd’hui. Le solde sera vérifié de nouveau à l’exécution.`,
    quote.warnings.includes('same_order_today') &&
      t`Vous avez déjà demandé ce virement dans les dernières 24 heures. Est-ce un autre ?`,
    needed === 1 && t`Une autre personne doit signer ce virement.`,
    needed > 1 && t`Deux autres personnes doivent signer ce virement.`,
    quote.signs_alone && t`Personne d’autre ne peut signer sur ce compte : votre confirmation suffit.`,
    edited !== null &&
      edited.approvals > 0 &&
      t`Ce virement a déjà été signé : vos modifications demandent de nouvelles validations.`,
  ].filter((sentence) => sentence !== false)
  return sentences.map((sentence) => (
    <p key={sentence} className={styles.note} role="status">
      <Icon shape={TriangleAlert} size="sm" />
      <span className="num">{sentence}</span>
    </p>
  ))
}

import { alertLabels } from 'contract/access/alert-labels.ts'
import type { Alert } from 'contract/access/alerts.ts'
import type { Language } from 'contract/language.ts'
import { formatMoney } from '../../formats/text.ts'

type AlertContent = Pick<Alert, 'kind' | 'name' | 'amount' | 'balance_after' | 'threshold'>

/** An alert in one line, for the portal and for e-mails. `currency`: of its account; null where it has none. */
export function alertText(
  { kind, name, amount, balance_after, threshold }: AlertContent,
  currency: string | null,
  lang: Language,
): string {
  const money = (minor: number | null) => formatMoney(minor ?? 0, currency ?? 'XOF', lang)
  const size = money(Math.abs(amount ?? 0))
  const colon = lang === 'fr' ? '\u00a0: ' : ': '
  if (kind === 'balance_below') {
    const [balance, limit] = [money(balance_after), money(threshold)]
    return lang === 'fr'
      ? `Solde de ${balance}, sous votre seuil de ${limit}`
      : `Balance of ${balance}, below your threshold of ${limit}`
  }
  if (kind === 'debit_above') return lang === 'fr' ? `Débit de ${size}` : `Debit of ${size}`
  if (kind === 'credit_above') return lang === 'fr' ? `Encaissement de ${size}` : `Income of ${size}`
  if (kind === 'access_changed' && name === null)
    return lang === 'fr' ? 'Votre accès a changé' : 'Your access was changed'
  const more = [...(name === null ? [] : [name]), ...(amount === null ? [] : [size])].join(', ')
  return more === '' ? alertLabels[kind][lang] : `${alertLabels[kind][lang]}${colon}${more}`
}

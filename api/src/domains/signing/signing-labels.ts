// Formats signing rules for confirmations and e-mails.
import type { Language, Sentence } from 'contract/language.ts'
import type { Operation } from 'contract/access/session.ts'
import { type SigningRuleName, type SigningRules, type Tier, tierKinds } from 'contract/transfers/signing-rules.ts'
import { formatMoney } from '../../formats/text.ts'
import type { Signatory } from './signing-rules-store.ts'

const kinds: Record<Tier['kind'], Sentence> = {
  own: { fr: 'Entre comptes de l’entreprise', en: 'Between own accounts' },
  single: { fr: 'Virements', en: 'Transfers' },
  batch: { fr: 'Virements multiples', en: 'Multiple transfers' },
}
const rules: Record<SigningRuleName, Sentence> = {
  none: { fr: 'aucune signature', en: 'no signature' },
  one: { fr: 'une signature', en: 'one signature' },
  two: { fr: 'deux signatures', en: 'two signatures' },
  a_and_b: { fr: 'une signature A et une B', en: 'one A and one B signature' },
}

/** One line for each kind that is set, one for the groups, one for the limits: enough to recognise the confirmed rules. */
export function ruleFacts(
  { tiers, groups, limits, factor_amount = null }: SigningRules,
  people: readonly Signatory[],
  currency: string,
  lang: Language,
): Operation['summary']['facts'] {
  const upTo = (amount: number | null) =>
    amount === null
      ? lang === 'fr'
        ? 'au-delà'
        : 'above'
      : `${lang === 'fr' ? 'jusqu’à' : 'up to'} ${formatMoney(amount, currency, lang)}`
  const nameOf = (id: string) => people.find(({ user_id }) => user_id === id)?.name ?? ''
  const tierLines = tierKinds.flatMap((kind) => {
    const own = tiers
      .filter((tier) => tier.kind === kind)
      .toSorted((one, other) => (one.up_to ?? Infinity) - (other.up_to ?? Infinity))
    return own.length === 0
      ? []
      : [`${kinds[kind][lang]} : ${own.map(({ up_to, rule }) => `${upTo(up_to)} ${rules[rule][lang]}`).join(', ')}`]
  })
  const none = lang === 'fr' ? 'Règle de la banque' : 'The bank’s rule'
  return [
    { name: 'signatures', text: tierLines.join('\n') || none },
    ...(groups.length > 0
      ? [
          {
            name: 'groups' as const,
            text: groups.map(({ user_id, group }) => `${group} : ${nameOf(user_id)}`).join(', '),
          },
        ]
      : []),
    { name: 'limits', text: String(limits.length) },
    ...(factor_amount === null
      ? []
      : [{ name: 'factor_amount' as const, amount: factor_amount, currency: 'XOF' as const }]),
  ]
}

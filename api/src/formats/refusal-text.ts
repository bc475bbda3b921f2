// Writes the sentence of a refusal in the reader's language, with its amounts and dates.
import type { Language } from 'contract/language.ts'
import { refusals } from 'contract/refusals.ts'
import type { Refusal, RefusalValues } from '../refusal.ts'
import { formatMoney, formatNumber } from './text.ts'

/** A value of a refusal as its sentence contains it. */
export function formatValue(fact: RefusalValues[string], lang: Language): string {
  if (typeof fact === 'string') return fact
  if (typeof fact === 'number') return formatNumber(fact, lang)
  if ('fr' in fact) return fact[lang]
  return formatMoney(fact.amount, fact.currency, lang)
}

/** The sentence of a refusal, with its values filled in. */
export const formatRefusal = ({ code, facts }: Pick<Refusal, 'code' | 'facts'>, lang: Language): string =>
  refusals[code][lang].replace(/\{(\w+)\}/g, (_, name: string) => formatValue(facts[name] ?? '', lang))

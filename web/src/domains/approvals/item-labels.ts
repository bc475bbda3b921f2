// The labels of an item to sign: its date, its group, its total and its kind.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ItemToSign, SignableKind } from 'contract/transfers/signatures.ts'
import { textIn } from 'contract/values/identity.ts'
import type { Currency } from 'contract/values/money.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'

/** How urgent an item is: its date has passed, it leaves today or as soon as it is signed, or later. */
export type Urgency = 'late' | 'today' | 'later'
type Dated = Pick<ItemToSign, 'due_on' | 'sign_before' | 'kind'>

export const todayInDakar = () => new Date().toISOString().slice(0, 10)

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

export function urgencyOf({ due_on, sign_before }: Dated, today: string): Urgency {
  if (due_on !== null) return due_on < today ? 'late' : due_on === today ? 'today' : 'later'
  return sign_before === null ? 'later' : 'today'
}

/** What the account pays for an item. */
export const totalOf = ({ amount, fees }: Pick<ItemToSign, 'amount' | 'fees'>) => (amount ?? 0) + (fees ?? 0)

/** Amounts by currency. */
export function sumsOf(items: readonly Pick<ItemToSign, 'amount' | 'currency'>[]): [Currency, number][] {
  const sums = new Map<Currency, number>()
  for (const { amount, currency } of items)
    if (amount !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums]
}

export function useSumText(): (items: readonly Pick<ItemToSign, 'amount' | 'currency'>[]) => string {
  const { moneyText } = useFormats()
  return (items) =>
    sumsOf(items)
      .map(([currency, amount]) => moneyText(amount, currency))
      .join(' + ')
}

export function useNameOf(): (item: Pick<ItemToSign, 'identity'>) => string {
  const language = useLanguage()
  return ({ identity }) => textIn(identity.name, language)
}

/** When an item leaves, in two lines. */
export function useDueText(): (item: Dated) => { title: string; detail: string; urgency: Urgency } {
  const { t } = useLingui()
  const { rowDate, time, dayAndMonth } = useFormats()
  return (item) => {
    const today = todayInDakar()
    const urgency = urgencyOf(item, today)
    const { due_on, sign_before, kind } = item
    if (due_on !== null && urgency === 'late') {
      const days = daysBetween(due_on, today)
      const day = rowDate(fromPlainDate(due_on))
      return {
        title: t`${plural(days, { one: 'En retard d’un jour', other: 'En retard de # jours' })}`,
        detail: t`prévu le ${day}`,
        urgency,
      }
    }
    if (urgency === 'today') {
      if (sign_before === null) return { title: t`Aujourd’hui`, detail: t`jour d’exécution`, urgency }
      const hour = time(fromUnix(sign_before))
      return { title: t`Avant ${hour}`, detail: t`aujourd’hui`, urgency }
    }
    if (due_on !== null) return { title: dayAndMonth(fromPlainDate(due_on)), detail: t`jour d’exécution`, urgency }
    const isAtOnce = kind === 'transfer' || kind === 'topup' || kind === 'recurring_topup'
    return isAtOnce
      ? { title: t`Dès la signature`, detail: '', urgency }
      : { title: t`Quand vous voulez`, detail: '', urgency }
  }
}

/** The kinds of the list, by the names of their chips. */
export type KindGroup = 'transfers' | 'batches' | 'topups' | 'chequebooks' | 'beneficiaries' | 'mandates' | 'returns'
export const kindGroups: Record<SignableKind, KindGroup> = {
  transfer: 'transfers',
  batch: 'batches',
  topup: 'topups',
  recurring_topup: 'topups',
  chequebook: 'chequebooks',
  beneficiary: 'beneficiaries',
  beneficiary_account: 'beneficiaries',
  mandate: 'mandates',
  return: 'returns',
}

export function useKindGroupLabels(): Record<KindGroup, string> {
  const { t } = useLingui()
  return {
    transfers: t`Virements`,
    batches: t`Lots`,
    topups: t`Recharges`,
    chequebooks: t`Chéquiers`,
    beneficiaries: t`Bénéficiaires`,
    mandates: t`Mandats`,
    returns: t`Retours d’argent`,
  }
}

/** "2 virements et 1 recharge": a selection by kind. */
export function useCountsText(): (items: readonly ItemToSign[]) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return (items) => {
    const count = (group: KindGroup) => items.filter(({ kind }) => kindGroups[kind] === group).length
    const texts: Record<KindGroup, (n: number) => string> = {
      transfers: (n) => t`${plural(n, { one: '# virement', other: '# virements' })}`,
      batches: (n) => t`${plural(n, { one: '# lot', other: '# lots' })}`,
      topups: (n) => t`${plural(n, { one: '# recharge', other: '# recharges' })}`,
      chequebooks: (n) => t`${plural(n, { one: '# commande de chéquiers', other: '# commandes de chéquiers' })}`,
      beneficiaries: (n) => t`${plural(n, { one: '# bénéficiaire', other: '# bénéficiaires' })}`,
      mandates: (n) => t`${plural(n, { one: '# mandat', other: '# mandats' })}`,
      returns: (n) => t`${plural(n, { one: '# retour d’argent', other: '# retours d’argent' })}`,
    }
    const groups = (Object.keys(texts) as KindGroup[]).filter((group) => count(group) > 0)
    return new Intl.ListFormat(language).format(groups.map((group) => texts[group](count(group))))
  }
}

// The groups and the sentences of the list to sign.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { grouped } from '../../lib/grouped.ts'
import {
  kindGroups,
  type KindGroup,
  sumsOf,
  todayInDakar,
  urgencyOf,
  useKindGroupLabels,
  useSumText,
} from './item-labels.ts'
import type { ItemGroup } from './SignatureList.tsx'

/** "Compte courant •• 2001" where all debit one account. */
export function accountsText(items: readonly ItemToSign[]): string {
  const accounts = new Map(items.map(({ account }) => [account.uuid, account]))
  const [only, ...others] = accounts.values()
  return only && others.length === 0 ? `${accountName(only.label)} •• ${only.number.slice(-4)}` : ''
}

/** "8 demandes, 21 126 955 F CFA à débiter.", and "La plus pressée part à 15:30." where one leaves today. */
export function useContextLine(items: readonly ItemToSign[], total: number): { sum: string; urgent: string | null } {
  const { t } = useLingui()
  const { time } = useFormats()
  const sumText = useSumText()
  const requests = t`${plural(total, { one: '# demande', other: '# demandes' })}`
  const sum = sumText(items)
  const first = items.flatMap(({ sign_before }) => sign_before ?? []).toSorted((one, other) => one - other)[0]
  const isToday = first !== undefined && fromUnix(first).toISOString().slice(0, 10) === todayInDakar()
  const hour = first === undefined ? '' : time(fromUnix(first))
  return {
    sum: sum === '' ? t`${requests}.` : t`${requests}, ${sum} à débiter.`,
    urgent: isToday ? t`La plus pressée part à ${hour}.` : null,
  }
}

export function useToSignGroups(order: 'urgency' | 'kind'): (items: readonly ItemToSign[]) => ItemGroup<ItemToSign>[] {
  const { t } = useLingui()
  const { time } = useFormats()
  const sumText = useSumText()
  const kinds = useKindGroupLabels()
  return (items) => {
    const today = todayInDakar()
    const titles = { late: t`En retard`, today: t`Aujourd’hui`, later: t`Ensuite` }
    const keyOf = (item: ItemToSign) => (order === 'kind' ? kindGroups[item.kind] : urgencyOf(item, today))
    const keys: string[] = Object.keys(order === 'kind' ? kinds : titles)
    const groups = grouped(items, keyOf)
    return keys.flatMap((id) => {
      const rows = groups.get(id as KindGroup)
      if (!rows) return []
      const moments = rows.flatMap(({ sign_before }) => sign_before ?? []).toSorted((one, other) => one - other)
      const hour = moments[0] === undefined ? null : time(fromUnix(moments[0]))
      const requests = t`${plural(rows.length, { one: '# demande', other: '# demandes' })}`
      const without = rows.filter(({ amount }) => amount === null).length
      const sum = sumsOf(rows).length === 0 ? '' : sumText(rows)
      return {
        id,
        title: order === 'kind' ? kinds[id as KindGroup] : titles[id as keyof typeof titles],
        detail: id === 'today' && hour !== null ? t`${requests}, avant l’heure limite de ${hour}` : requests,
        end:
          without > 0 && sum !== ''
            ? t`${sum} et ${plural(without, { one: '# sans débit', other: '# sans débit' })}`
            : sum,
        isLate: id === 'late',
        isAlone: id === 'later' && groups.size === 1,
        items: rows,
      }
    })
  }
}

import { type Outlook, SPENDING_DAYS } from 'contract/dashboard.ts'
import { paths } from '../../lib/paths.ts'

type Kind = Pick<NonNullable<Outlook['spending']>[number], 'category' | 'type'>

/** The bank's dates: those of Dakar, which is UTC. */
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)

/** The operations that a line of spending sums up. */
export const linkOfSpending = ({ category, type }: Kind) => ({
  ...paths.operations(),
  search: {
    sign: 'debit' as const,
    from: daysAgo(SPENDING_DAYS - 1),
    to: daysAgo(0),
    ...(category && { categories: category.id }),
    ...(type && { type }),
  },
})

// Commands about payments to and from other countries.
import { plainAmount } from '../formats/account-report.ts'
import { listPaymentsAbroad } from '../domains/clearing/payments-abroad-store.ts'
import { type Command, Day, read, UsageError } from './command.ts'

export const abroadCommands: readonly Command[] = [
  {
    name: 'payments abroad',
    summary: 'Lists the payments to and from other countries with what the declaration to the authorities needs.',
    options: { from: { hint: '<YYYY-MM-DD>' }, to: { hint: '<YYYY-MM-DD>' } },
    run: async ({ db }, { values }) => {
      const [from, to] = [read(Day, values['from'], '--from'), read(Day, values['to'], '--to')]
      if (to < from) throw new UsageError('--to is before --from')
      const rows = await listPaymentsAbroad(db, { from, to })
      return {
        rows: rows.map(({ amount, ...row }) => ({ ...row, amount: plainAmount(amount, row.currency) })),
        said: `${rows.length} payments from ${from} to ${to}.`,
      }
    },
  },
]

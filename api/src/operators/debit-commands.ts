// Commands that write the answers to the banks of creditors.
import { resolve } from 'node:path'
import { answerCreditors } from '../domains/debits/answer-creditors.ts'
import { type Command, UsageError } from './command.ts'

export const debitCommands: readonly Command[] = [
  {
    name: 'debits answers',
    summary: 'Writes the results (pacs.002) and the refunds (pacs.004) of the creditors’ direct debits, each once.',
    options: { out: { hint: '<folder>' } },
    run: async (ports, { values: { out } }) => {
      if (typeof out !== 'string' || out === '') throw new UsageError('--out is missing')
      const rows = await answerCreditors(ports, resolve(out))
      return {
        rows,
        said: rows.length === 0 ? 'There was nothing new to answer.' : `${rows.length} files are in ${resolve(out)}.`,
      }
    },
  },
]

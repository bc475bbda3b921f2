// Commands that write the answers to the banks of creditors.
import { resolve } from 'node:path'
import { answerCreditors } from '../domains/debits/answer-creditors.ts'
import { type Command, UsageError } from './command.ts'

export const debitCommands: readonly Command[] = [
  {
    name: 'debits answers',
    summary: 'Writes what became of the direct debits that creditors presented (pacs.002) and what was given back (pacs.004), each once.',
    options: { out: { hint: '<folder>' } },
    run: async (ports, { values: { out } }) => {
      if (typeof out !== 'string' || out === '') throw new UsageError('--out is missing')
      const rows = await answerCreditors(ports, resolve(out))
      return {
        rows,
        said: rows.length === 0 ? 'Everything that has an end was answered before.' : `${rows.length} files are in ${resolve(out)}.`,
      }
    },
  },
]

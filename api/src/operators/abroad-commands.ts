// Commands about payments to and from other countries.
import { resolve } from 'node:path'
import { plainAmount } from '../formats/account-report.ts'
import { listPaymentsAbroad } from '../domains/clearing/payments-abroad-store.ts'
import { findDocument, listDocumentsByReference } from '../domains/transfers/transfer-document-store.ts'
import { Refused } from '../refused.ts'
import { type Command, Day, read, UsageError } from './command.ts'
import { getAccount } from './people-commands.ts'
import { writeDocuments } from './write-documents.ts'

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
  {
    name: 'payments documents',
    summary: 'Lists the documents of an order by its account and reference; --out writes them into a folder.',
    operands: ['account', 'reference'],
    options: { out: { hint: '<folder>', isOptional: true } },
    run: async ({ db }, { operands: [name = '', reference = ''], values: { out } }) => {
      if (out === '') throw new UsageError('--out is a folder')
      const { id: account_id, iban } = await getAccount(db, name)
      const documents = await listDocumentsByReference(db, account_id, reference)
      if (!documents) throw new Refused(`the account ${iban} has no order ${reference}`)
      async function readOne({ id, transfer_id }: { id: string; transfer_id: string }) {
        const found = await findDocument(db, { account_id, id: transfer_id }, id)
        if (!found) throw new Refused('a document was removed meanwhile: list them again')
        return found
      }
      const paths = typeof out === 'string' ? await writeDocuments(documents, resolve(out), readOne) : []
      return {
        rows: documents.map(({ kind, name: document, size }) => ({ kind, name: document, size })),
        said: [`${documents.length} documents of the order ${reference}.`, ...paths].join('\n'),
      }
    },
  },
]

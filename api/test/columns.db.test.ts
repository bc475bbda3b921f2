// Compares the lists of columns with the database: a column that a list omits fails here.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ColumnList } from '../src/db/columns.ts'
import { batchDetails, batches, batchLines } from '../src/domains/batches/batch-columns.ts'
import { beneficiaries } from '../src/domains/beneficiaries/beneficiary-columns.ts'
import { recurringTopups, topups } from '../src/domains/cards/topup-columns.ts'
import { mandates } from '../src/domains/debits/mandate-columns.ts'
import { operationDetails } from '../src/domains/operations/operation-columns.ts'
import { transferDetails, transfers } from '../src/domains/transfers/transfer-columns.ts'
import { openTestLedger, type TestLedger } from './test-ledger.ts'

const tables: ColumnList[] = [transfers, batches, batchLines, beneficiaries, topups, recurringTopups, mandates]
const views: ColumnList[] = [transferDetails, batchDetails, operationDetails]

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

type Found = { name: string; type: string; is_nullable: boolean }

async function columnsInDatabase(name: string): Promise<Found[]> {
  const { rows } = await ledger.owner.query<Found>(
    `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS is_nullable
       FROM information_schema.columns WHERE table_name = $1 ORDER BY column_name`,
    [name],
  )
  return rows
}

const listed = ({ columns }: ColumnList): Found[] =>
  Object.entries(columns)
    .map(([name, { type, is_nullable }]) => ({ name, type, is_nullable }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

it.each(tables)(
  'the column list of $name contains every column of the table, with its type and nullability',
  async (list) => {
    expect(listed(list)).toEqual(await columnsInDatabase(list.name))
  },
)

// The database does not report whether a column of a view may be null.
it.each(views)('the column list of $name contains every column of the view, with its type', async (list) => {
  const names = ({ name, type }: Found) => ({ name, type })
  expect(listed(list).map(names)).toEqual((await columnsInDatabase(list.name)).map(names))
})

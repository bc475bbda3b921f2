// Lines of files without an account number: paid instantly by their telephone number.
import { createBatch, listBatchLines } from 'contract/transfers/batches.ts'
import { findImport, type Import, importTransfers } from 'contract/transfers/imports.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { aWalletPayee, MEMBER, openTestPlatform, type TestPlatform } from '../../../test/test-platform.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
let platform: TestPlatform
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
})
afterAll(() => bank.close())

async function imported(visitor: Visitor, lines: readonly string[]): Promise<Import> {
  const form = new FormData()
  const content = ['nom_beneficiaire;iban;montant;libelle;telephone', ...lines].join('\n')
  form.append('file', new Blob([content]), 'salaires.csv')
  const { status, body } = await visitor.call(importTransfers, { form })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const reported = ({ items }: Pick<Import, 'items'>) =>
  items.map(({ status, errors, warnings }) =>
    [status, ...[...errors, ...warnings].map(({ column, code }) => `${column}: ${code}`)].join(' '),
  )

/** Answers the look-ups that the bank has sent: one number is nobody's, one is of this bank. */
async function answerAll(ours: { iban: string }): Promise<number> {
  const queued = (await platform.take()).flatMap(({ path, body }) => (path === '/alias/recherche' ? [body] : []))
  for (const { endToEndId, alias } of queued) {
    const wallet = aWalletPayee(endToEndId, alias)
    const own = { ...wallet, other: undefined, iban: ours.iban, participant: MEMBER, paysResidence: 'SN' as const }
    await platform.call(
      '/alias/recherche/reponses',
      alias.endsWith('999') ? { endToEndId, statut: 'ECHEC' } : alias.startsWith('+221') ? own : wallet,
    )
  }
  return queued.length
}

it('pays a salary by telephone number: the name is compared, the payment is instant, and each number is asked for once', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  const colleague = await bank.aCustomer({ balance: 0 })
  const lines = [
    'Adjoua Kouassi;;150000;Salaire;+225 07 00 00 01 01',
    'Koffi Yao;;120000;Salaire;+2250700000102',
    'Ali Ba;;90000;Salaire;+2250700000999',
    'Awa Ndiaye;;80000;Salaire;771234567',
    'Sans Rien;;70000;Salaire;',
  ]
  expect(reported(await imported(author, lines))).toEqual([
    'invalid phone: phone_waits',
    'invalid phone: phone_waits',
    'invalid phone: phone_waits',
    'invalid phone: phone_waits',
    'invalid iban: iban_missing',
  ])
  expect(await answerAll(colleague)).toBe(4)
  const { body: draft } = await author.call(findImport)
  if (!draft) throw new Error('no draft')
  expect(reported(draft)).toEqual([
    'ready',
    // The platform knows another name: the line is paid after an acknowledgement.
    'warning name: name_mismatch',
    'invalid phone: phone_unknown',
    'warning name: name_mismatch name: new_payee',
    'invalid iban: iban_missing',
  ])
  expect(draft.items[0]).toMatchObject({
    transfer: { amount: 150_000, fees: 0, international: false },
    beneficiary: { iban: '+2250700000101', bank_name: 'Lagune Mobile Money' },
  })
  expect(reported(await imported(author, lines.slice(0, 1)))).toEqual(['ready'])
  expect(await platform.take()).toEqual([])
  const { body: single } = await author.call(findImport)
  const { status, body: batch } = await author.confirm(createBatch, { body: { import_id: single?.import_id ?? '' } })
  if (status !== 201) throw new Error(JSON.stringify(batch))
  const { body: listed } = await author.call(listBatchLines, { params: { id: batch.id } })
  expect(listed).toMatchObject([{ name: 'Adjoua Kouassi', amount: 150_000 }])
  await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })
  await platform.take()
  expect(platform.last('/transferts')).toMatchObject({
    montant: 150_000,
    otherClientPaye: '+2250700000101',
    referenceBulk: batch.id.replaceAll('-', ''),
  })
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})

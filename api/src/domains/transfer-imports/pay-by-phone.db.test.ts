// Lines of files that are paid instantly: by their telephone number, and by their account number where the author chooses it.
import { createBatch, listBatchLines } from 'contract/transfers/batches.ts'
import { changeImport, chooseInstant, findImport, type Import, importTransfers } from 'contract/transfers/imports.ts'
import { getItemToSign } from 'contract/transfers/signatures.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import {
  aVerifiedAccount,
  aWalletPayee,
  MEMBER,
  openTestPlatform,
  type TestPlatform,
} from '../../../test/test-platform.ts'
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

it('pays a salary by telephone number: the name is compared, the payment is instant, and each number is looked up once', async () => {
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

it('says to the signer of a batch whether it contains an instant payment', async () => {
  const colleague = await bank.aCustomer({ balance: 0 })
  const maker = await bank.aCustomer({
    kind: 'company',
    balance: 10_000_000,
    capabilities: ['transfer.create', 'beneficiary.manage'],
  })
  const checker = await bank.aMember(maker.account_id, { capabilities: ['transfer.validate'] })
  const batchOf = async (line: string) => {
    await imported(maker, [line])
    await answerAll(colleague)
    const { body: draft } = await maker.call(findImport)
    const { status, body } = await maker.confirm(createBatch, { body: { import_id: draft?.import_id ?? '' } })
    if (status !== 201) throw new Error(JSON.stringify(body))
    const params = { kind: 'batch' as const, id: body.id, account: maker.account_id }
    return (await checker.call(getItemToSign, { params })).body
  }
  expect(await batchOf('Adjoua Kouassi;;150000;Salaire;+225 07 00 00 01 01')).toMatchObject({ is_irrevocable: true })
  expect(await batchOf(`Modou Fall;${elsewhere};90000;Salaire;`)).toMatchObject({ is_irrevocable: false })
})

const [connected, closed, silent, elsewhere] = [
  ibanFrom('SN', 'SN100', '01003', '000011010017'),
  ibanFrom('SN', 'SN100', '01003', '000011010018'),
  ibanFrom('SN', 'SN100', '01003', '000011010019'),
  ibanFrom('SN', 'SN777', '01003', '000011010017'),
]

/** The payee's bank verifies an account: it knows one, another one is nobody's, and for the third it does not answer. */
async function verifyAll(): Promise<string[]> {
  const verifications = (await platform.take()).flatMap(({ path, body }) =>
    path === '/verifications-identites' ? [body] : [],
  )
  for (const request of verifications) {
    if (request.ibanClient === silent) continue
    const answer = aVerifiedAccount(request)
    const { msgId, msgIdDemande, endToEndId } = answer
    await platform.call(
      '/verifications-identites/reponses',
      request.ibanClient === closed
        ? { msgId, msgIdDemande, endToEndId, resultatVerification: false, codeRaison: 'AC01' }
        : answer,
    )
  }
  return verifications.flatMap(({ ibanClient }) => ibanClient ?? [])
}

const ibanLines = [
  `Modou Fall;${connected};150000;Salaire;`,
  `Fatou Sow;${connected};20000;Prime;`,
  `Ali Ba;${closed};90000;Salaire;`,
  `Awa Ndiaye;${elsewhere};80000;Salaire;`,
]

it('pays lines with an account number by the clearing until the author chooses instant payments', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  const first = await imported(author, ibanLines)
  expect(await platform.take()).toEqual([])
  expect(first.instant).toEqual({ is_chosen: false, lines: 3 })
  expect(first.summary.networks).toMatchObject([{ network: 'sica', lines: 4, charges: 4 * 585 }])
  const params = { id: first.import_id }
  const { body: chosen } = await author.call(chooseInstant, { params, body: { is_instant: true } })
  expect(chosen.instant).toEqual({ is_chosen: true, lines: 3 })
  expect(reported(chosen).slice(0, 3)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('iban: account_waits') as string),
  )
  expect((await verifyAll()).toSorted()).toEqual([connected, closed].toSorted())
  const { body: draft } = await author.call(findImport)
  if (!draft) throw new Error('no draft')
  expect(reported(draft)).toEqual([
    'ready',
    'warning name: name_mismatch',
    'warning iban: account_unverified name: new_payee',
    'warning name: new_payee',
  ])
  expect(draft.items.map(({ transfer: { network, fees, arrival_date } }) => [network, fees, arrival_date])).toEqual([
    ['instant', 0, '2026-03-10'],
    ['instant', 0, '2026-03-10'],
    ['sica', 500, '2026-03-11'],
    ['sica', 500, '2026-03-11'],
  ])
  expect(draft.summary.networks).toEqual([
    { network: 'instant', lines: 2, charges: 0, arrival_date: '2026-03-10' },
    { network: 'sica', lines: 2, charges: 1170, arrival_date: '2026-03-11' },
  ])
  // Another name is paid after an acknowledgement only, as everywhere.
  const order = () => author.confirm(createBatch, { body: { import_id: draft.import_id } })
  expect(codesOf(await order())).toEqual(['items: names_unacknowledged'])
  const set = { lines: [draft.items[1]?.id ?? ''], set: { is_acknowledged: true as const } }
  await author.call(changeImport, { params, body: set })
  const { status, body: batch } = await order()
  if (status !== 201) throw new Error(JSON.stringify(batch))
  await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })
  const paid = (await platform.take()).flatMap(({ path, body }) => (path === '/transferts' ? [body] : []))
  expect(paid.map(({ montant, ibanClientPaye }) => [montant, ibanClientPaye]).toSorted()).toEqual([
    [150_000, connected],
    [20_000, connected],
  ])
  const { rows } = await bank.owner.query<{ network: string; count: number }>(
    'SELECT network, count(*)::int FROM transfers WHERE batch_id = $1 GROUP BY network ORDER BY network',
    [batch.id],
  )
  expect(rows).toEqual([
    { network: 'instant', count: 2 },
    { network: 'sica', count: 2 },
  ])
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})

it('does not wait for an institution that does not answer, and falls back to the clearing', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  const { import_id } = await imported(author, [`Modou Fall;${silent};150000;Salaire;`])
  const choose = async (is_instant: boolean) =>
    (await author.call(chooseInstant, { params: { id: import_id }, body: { is_instant } })).body
  expect(reported(await choose(true))).toEqual([expect.stringContaining('iban: account_waits')])
  expect(await verifyAll()).toEqual([silent])
  bank.clock.at = new Date(bank.clock.at.getTime() + 61_000)
  const { body: draft } = await author.call(findImport)
  expect(draft && reported(draft)).toEqual(['warning iban: account_unverified name: new_payee'])
  expect(reported(await choose(false))).toEqual(['warning name: new_payee'])
  expect(await platform.take()).toEqual([])
})

it('refuses the choice without an identity, and where there is no such draft', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  const { import_id } = await imported(author, ibanLines)
  const choose = (id: string) => author.call(chooseInstant, { params: { id }, body: { is_instant: true } })
  expect(codesOf(await choose(crypto.randomUUID()))).toEqual(['not_found'])
  expect(
    codesOf(
      await (await bank.aCustomer()).call(chooseInstant, { params: { id: import_id }, body: { is_instant: true } }),
    ),
  ).toEqual(['not_found'])
  await bank.owner.query('DELETE FROM customer_identities WHERE customer_id = $1', [author.customer_id])
  expect(codesOf(await choose(import_id))).toEqual(['null: identity_missing'])
  expect((await author.call(findImport)).body?.instant).toBeNull()
})

it('limits how many numbers are typed into a draft, as it limits looking each of them up', async () => {
  const author = await bank.aCustomer({ balance: 100_000 })
  const draft = await imported(author, ['Adjoua Kouassi;;15000;Aide;+2250700000101'])
  const line = draft.items[0]?.id ?? ''
  const type = (phone: string) =>
    author.call(changeImport, { params: { id: draft.import_id }, body: { lines: [line], set: { phone } } })
  const statuses: number[] = []
  for (let number = 0; number <= 40; number += 1) statuses.push((await type(`+22507000002${10 + number}`)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await type('+2250700000399')
  expect([refused.status, codesOf(refused)]).toEqual([429, ['asked_too_often']])
  // A number that was asked for is still possible, and the draft is as it was.
  expect((await type('+2250700000210')).status).toBe(200)
})

// Payments of other banks: each is credited once or goes back, whatever is received twice.
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listOperations } from 'contract/accounts/operations.ts'
import { getDocumentFile, listDocuments } from 'contract/accounts/statements.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { clearingAt, filesIn, incomingPayments } from '../../../test/test-clearing.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { documentIn } from '../../formats/swift-envelope.ts'
import { readXml } from '../../formats/xml.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'

let bank: TestBank
let folder: string
let clearing: ReturnType<typeof clearingAt>
beforeAll(async () => void (bank = await openTestBank()))
beforeEach(() => {
  folder = makeTemporaryFolder('connect-incoming')
  clearing = clearingAt(folder, { db: bank.db, clock: { now: () => bank.clock.at } })
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(() => bank.close())

const operationsOf = async (visitor: Visitor) =>
  (await visitor.call(listOperations, {})).body.map(({ amount, label, counterparty, reference, type, value_date }) => ({
    amount,
    label,
    counterparty,
    reference,
    type,
    value_date,
  }))
const bankHas = async (code: string) => {
  const [row] = await bank.db<{ sum: number }>`
    SELECT coalesce(sum(e.amount), 0)::bigint AS sum FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id WHERE a.code = ${code}`
  return row?.sum ?? 0
}
const reasonIn = (name: string) => readFileSync(join(clearing.incoming, 'refused', `${name}.reason.txt`), 'utf8')

type Returned = {
  Document: {
    PmtRtr: {
      GrpHdr: { NbOfTxs: string; InstdAgt: { FinInstnId: { BICFI: string } } }
      TxInf: { OrgnlTxId: string; OrgnlEndToEndId: string; RtrRsnInf: { Rsn: { Cd: string } } }[]
    }
  }
}
const returned = () =>
  filesIn(clearing.outgoing, '.pacs.004.xml').map(
    (name) =>
      (documentIn(readXml(readFileSync(join(clearing.outgoing, name)), ['TxInf'])) as Returned['Document']).PmtRtr,
  )

describe('a payment of another bank', () => {
  it('is credited once from the account of its network, with payer, purpose and reference', async () => {
    const payee = await bank.aCustomer({ balance: 0 })
    const before = await bankHas('clearing:XOF')
    const content = incomingPayments({ id: 'M-1' }, [
      { tx: 'T-1', account: payee.iban, amount: '350000', category: 'SALA', label: 'Paie d’août' },
    ])
    clearing.drop('1.xml', content)
    clearing.drop('1-again.xml', content)
    clearing.drop('2.xml', incomingPayments({ id: 'M-2' }, [{ tx: 'T-1', account: payee.iban, amount: '350000' }]))
    await clearing.receive()
    expect(await operationsOf(payee)).toEqual([
      {
        amount: 350_000,
        label: "VIR RECU SALAIRE PAIE D'AOUT",
        counterparty: 'Société Baobab',
        reference: 'E2E-T-1',
        type: 'transfer_in',
        value_date: '2026-03-10',
      },
    ])
    expect(await bankHas('clearing:XOF')).toBe(before - 350_000)
    expect(readFileSync(join(clearing.incoming, 'done', '2.xml.reason.txt'), 'utf8')).toContain('received before')
    const [kept] =
      await bank.db`SELECT category_purpose, instruction_id FROM incoming_payments WHERE transaction_id = 'T-1'`
    expect(kept).toEqual({ category_purpose: 'SALA', instruction_id: 'I-T-1' })
  })

  it('goes back with the reason where it cannot be credited, in one message, and the others are credited', async () => {
    const [payee, closed, blocked] = [await bank.aCustomer({}), await bank.aCustomer({}), await bank.aCustomer({})]
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [closed.account_id])
    await bank.owner.query(`UPDATE accounts SET status = 'blocked' WHERE id = $1`, [blocked.account_id])
    const unknown = ibanFrom('SN', payee.iban.slice(4, 9), payee.iban.slice(9, 14), '999999999999')
    const wrongKey = `${payee.iban.slice(0, 26)}${payee.iban.endsWith('97') ? '96' : '97'}`
    clearing.drop(
      '3.xml',
      incomingPayments({ id: 'M-3' }, [
        { tx: 'T-31', account: unknown },
        { tx: 'T-32', account: wrongKey },
        { tx: 'T-33', account: closed.iban },
        { tx: 'T-34', account: blocked.iban },
        { tx: 'T-35', account: payee.iban },
        { tx: 'T-35', account: payee.iban },
      ]),
    )
    await clearing.receive()
    const note = join(clearing.incoming, 'done', '3.xml.reason.txt')
    const noted = readFileSync(note, 'utf8')
    expect(noted.split('\n')).toEqual([
      'T-31: AC01, the payment goes back',
      'T-32: AC03, the payment goes back',
      'T-33: AC04, the payment goes back',
      'T-34: AC06, the payment goes back',
      'T-35: a payment of this name was received before, it changed nothing',
      '',
    ])
    // A crash, or a full disk, after the payments were applied and before the note was written.
    rmSync(note)
    renameSync(join(clearing.incoming, 'done', '3.xml'), join(clearing.incoming, '3.xml'))
    await clearing.receive()
    expect(readFileSync(note, 'utf8')).toBe(noted)
    await clearing.send()
    const [message, ...more] = returned()
    expect(more).toEqual([])
    expect(message?.GrpHdr).toMatchObject({ NbOfTxs: '4', InstdAgt: { FinInstnId: { BICFI: 'CBAOSNDA' } } })
    expect(message?.TxInf.map(({ OrgnlTxId, RtrRsnInf }) => [OrgnlTxId, RtrRsnInf.Rsn.Cd])).toEqual([
      ['T-31', 'AC01'],
      ['T-32', 'AC03'],
      ['T-33', 'AC04'],
      ['T-34', 'AC06'],
    ])
    expect((await operationsOf(payee))[0]).toMatchObject({ amount: 40_000, label: 'VIR RECU SOCIETE BAOBAB' })
    // A crash after the write and before the mark: the same file again, no second one.
    const [name = ''] = filesIn(clearing.outgoing, '.pacs.004.xml')
    const first = readFileSync(join(clearing.outgoing, name), 'utf8')
    await bank.owner.query(`UPDATE payment_returns SET written_at = NULL WHERE message_id = $1`, [
      /<MsgId>([^<]*)/.exec(first)?.[1],
    ])
    await clearing.send()
    expect(filesIn(clearing.outgoing, '.pacs.004.xml')).toEqual([name])
    expect(readFileSync(join(clearing.outgoing, name), 'utf8')).toBe(first)
  })

  it('has the letters that its bank writes by their numbers, and is refused with a character that XML forbids', async () => {
    const payee = await bank.aCustomer({})
    const payment = (tx: string, debtor: string) => incomingPayments({ id: tx }, [{ tx, account: payee.iban, debtor }])
    clearing.drop('forbidden.xml', payment('T-NUL', 'Awa\0Fall'))
    clearing.drop('numbers.xml', payment('T-NUM', 'Soci&#233;t&#xE9; Ndiaye &amp; fils &#39;Thi&#232;s&#39;'))
    await clearing.receive()
    expect(reasonIn('forbidden.xml')).toContain('a character that XML forbids')
    expect(await operationsOf(payee)).toMatchObject([{ counterparty: "Société Ndiaye & fils 'Thiès'" }])
  })

  it.each([
    ['count', { count: 2 }, 'says that it holds 2 payments and holds 1'],
    ['control sum', { sum: '39999' }, 'its control sum is not that of its payments'],
    ['addressee', { to: 'ECOCSNDA' }, 'it is addressed to another bank'],
  ])('is refused with the whole file by its %s', async (name, said, why) => {
    const payee = await bank.aCustomer({})
    clearing.drop('bad.xml', incomingPayments({ id: `M-${name}`, ...said }, [{ tx: `T-${name}`, account: payee.iban }]))
    await clearing.receive()
    expect(reasonIn('bad.xml')).toContain(why)
    expect((await operationsOf(payee)).filter(({ reference }) => reference?.startsWith('E2E-T-'))).toEqual([])
  })

  it('is refused as a file in another currency than that of its system', async () => {
    const payee = await bank.aCustomer({})
    clearing.drop('eur.xml', incomingPayments({ id: 'M-EUR' }, [{ tx: 'T-EUR', account: payee.iban, currency: 'EUR' }]))
    await clearing.receive()
    expect(reasonIn('eur.xml')).toContain('another currency than that of its system')
  })
})

describe('a payment from abroad', () => {
  const fileOf = async (visitor: Visitor, id: string, format: 'pdf' | 'mt103' | 'pacs008') =>
    (await visitor.call(getDocumentFile, { params: { id }, query: { format } })).body as unknown as Buffer

  const swift = (id: string, payment: Parameters<typeof incomingPayments>[1][number]) =>
    incomingPayments({ id, network: 'swift', sender: 'SOGEFRPP' }, [payment])

  it('in euro is converted at the parity for an account in francs, and kept as it is on an account in euro', async () => {
    const [francs, euros] = [await bank.aCustomer({}), await bank.aCustomer({ currency: 'EUR' })]
    const before = [await bankHas('correspondent:EUR'), await bankHas('position:EUR'), await bankHas('position:XOF')]
    clearing.drop('s1.xml', swift('S-1', { tx: 'TS-1', account: francs.iban, amount: '1090.00', currency: 'EUR' }))
    clearing.drop('s2.xml', swift('S-2', { tx: 'TS-2', account: euros.iban, amount: '250.50', currency: 'EUR' }))
    await clearing.receive()
    expect((await operationsOf(francs))[0]).toMatchObject({ amount: 714_993 })
    expect((await operationsOf(euros))[0]).toMatchObject({ amount: 25_050 })
    const after = [await bankHas('correspondent:EUR'), await bankHas('position:EUR'), await bankHas('position:XOF')]
    expect(after.map((sum, index) => sum - (before[index] ?? 0))).toEqual([-109_000 - 25_050, 109_000, -714_993])
  })

  it('has its message among the documents, and a notice with the received amount and the rate', async () => {
    const payee = await bank.aCustomer({})
    const content = swift('S-9', {
      tx: 'TS-9',
      account: payee.iban,
      amount: '1090.00',
      currency: 'EUR',
      debtor: 'Jean Lefort',
      bearer: 'DEBT',
    })
    clearing.drop('s9.xml', content)
    await clearing.receive()
    const { body: copies } = await payee.call(listDocuments, { query: { type: 'swift', search: 'lefort' } })
    expect(copies).toMatchObject([
      { amount: 109_000, currency: 'EUR', reference: 'E2E-TS-9', identity: { name: 'Jean Lefort' } },
    ])
    const id = copies[0]?.id ?? ''
    expect((await fileOf(payee, id, 'pacs008')).toString()).toBe(content)
    const mt103 = (await fileOf(payee, id, 'mt103')).toString()
    expect(mt103).toContain('{1:F01SOGEFRPPXXXX')
    expect(mt103).toMatch(/:32A:260310EUR1090,00?\r\n/)
    expect(mt103).toContain(`:59:/${payee.iban}\r\n`)
    const copy = await readPdf(await fileOf(payee, id, 'pdf'))
    expect(copy.pages[0]).toContain('Virement reçu de l’étranger')
    expect(mt103).toContain(':71A:OUR\r\n')
    const { body: notices } = await payee.call(listDocuments, { query: { type: 'avis', sign: 'credit' } })
    const notice = notices.find(({ reference }) => reference === 'E2E-TS-9')
    const [page = ''] = (await readPdf(await fileOf(payee, notice?.id ?? '', 'pdf'))).pages
    expect(page.replaceAll(/\s/gu, ' ')).toMatch(/Montant reçu.*1 090,00 €.*Cours de change.*655,957/)
    // Another account does not have it.
    const other = await bank.aCustomer({})
    expect((await other.call(getDocumentFile, { params: { id }, query: {} })).status).toBe(404)
  })

  it('goes back in an envelope with the header of SWIFT', async () => {
    const closed = await bank.aCustomer({})
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [closed.account_id])
    const before = filesIn(clearing.outgoing, '.pacs.004.xml')
    clearing.drop('back.xml', swift('S-B', { tx: 'TS-B', account: closed.iban, amount: '10.00', currency: 'EUR' }))
    await clearing.receive()
    await clearing.send()
    const [name = ''] = filesIn(clearing.outgoing, '.pacs.004.xml').filter((one) => !before.includes(one))
    const message = readXml(readFileSync(join(clearing.outgoing, name)), ['TxInf'])
    expect(message['RequestPayload']).toMatchObject({
      AppHdr: {
        Fr: { FIId: { FinInstnId: { BICFI: 'TERASNDA' } } },
        To: { FIId: { FinInstnId: { BICFI: 'SOGEFRPP' } } },
        MsgDefIdr: 'pacs.004.001.09',
      },
      Document: { PmtRtr: { TxInf: [{ OrgnlTxId: 'TS-B', RtrRsnInf: { Rsn: { Cd: 'AC04' } } }] } },
    })
  })

  it('in another currency is converted at the published rate, and goes back without one', async () => {
    const payee = await bank.aCustomer({})
    const [rate] = await bank.db<{ transfer: number }>`
      SELECT (transfer / unit)::float8 AS transfer FROM exchange_rates WHERE currency = 'USD' AND effective_at <= ${bank.clock.at} ORDER BY effective_at DESC LIMIT 1`
    clearing.drop('usd.xml', swift('S-3', { tx: 'TS-3', account: payee.iban, amount: '100', currency: 'USD' }))
    await clearing.receive()
    await clearing.send()
    const credited = (await operationsOf(payee)).find(({ reference }) => reference === 'E2E-TS-3')
    if (rate) expect(credited?.amount).toBe(Math.round(100 * rate.transfer))
    else expect(returned()[0]?.TxInf[0]?.RtrRsnInf.Rsn.Cd).toBe('AM03')
  })
})

// Files of other formats than CSV, from the upload to the answer; and the duration of five thousand lines of each.
import { buffer } from 'node:stream/consumers'
import {
  acceptBatch,
  createBatch,
  downloadBatchFailures,
  downloadBatchReport,
  getBatch,
  listBatchLines,
  rejectBatch,
} from 'contract/transfers/batches.ts'
import { findImport, importTransfers, MAX_IMPORT_LINES, removeImport } from 'contract/transfers/imports.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { spreadsheet } from '../../formats/xlsx-writer.ts'
import { readXml } from '../../formats/xml.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_000_000 + index))
const upload = (visitor: Visitor, content: Buffer | string) => {
  const form = new FormData()
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), 'paie')
  return visitor.call(importTransfers, { form })
}
async function aCompany(balance = 10_000_000) {
  const author = await bank.aCustomer({ kind: 'company', balance })
  return { author, signer: await bank.aMember(author.account_id), payee: await bank.aCustomer({}) }
}

type Pay = { name: string; iban: string; amount: number; reference: string }
const message = (debtor: string, pays: readonly Pay[], id = 'PAIE-2026-03') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-10T09:00:00</CreDtTm><NbOfTxs>${pays.length}</NbOfTxs><CtrlSum>${pays.reduce((sum, { amount }) => sum + amount, 0)}</CtrlSum></GrpHdr>
<PmtInf><PmtInfId>LOT-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-03-10</Dt></ReqdExctnDt><DbtrAcct><Id><IBAN>${debtor}</IBAN></Id></DbtrAcct>
${pays.map(({ name, iban, amount, reference }) => `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId><Amt><InstdAmt Ccy="XOF">${amount}</InstdAmt></Amt><Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Salaire</Ustrd></RmtInf></CdtTrfTxInf>`).join('\n')}
</PmtInf></CstmrCdtTrfInitn></Document>`

type Report = {
  Document: {
    CstmrPmtStsRpt: {
      OrgnlGrpInfAndSts: Record<string, string>
      OrgnlPmtInfAndSts: {
        OrgnlPmtInfId: string
        TxInfAndSts: {
          OrgnlEndToEndId: string
          TxSts: string
          StsRsnInf?: { Rsn: { Cd: string }; AddtlInf?: string }
        }[]
      }
    }
  }
}
async function reportOf(visitor: Visitor, id: string) {
  const { body } = await visitor.call(downloadBatchReport, { params: { id } })
  const { CstmrPmtStsRpt } = (readXml(body as unknown as Buffer, ['TxInfAndSts']) as Report).Document
  const { OrgnlGrpInfAndSts: group, OrgnlPmtInfAndSts: block } = CstmrPmtStsRpt
  return [
    `${group['OrgnlMsgId']} ${group['OrgnlMsgNmId']} ${group['GrpSts'] ?? '-'}`,
    ...block.TxInfAndSts.map(({ OrgnlEndToEndId, TxSts, StsRsnInf }) =>
      [block.OrgnlPmtInfId, OrgnlEndToEndId, TxSts, StsRsnInf?.Rsn.Cd, StsRsnInf?.AddtlInf].filter(Boolean).join(' '),
    ),
  ]
}

it('counts a file that was read or refused toward the free ones, and none that an outage cut off', async () => {
  const { author, payee } = await aCompany()
  const file = `nom_beneficiaire;iban;montant;libelle\nAwa;${payee.iban};1000;Salaire`
  const counted = async () => {
    const [row] = await bank.db<{ times: number }>`
      SELECT times FROM request_limits WHERE subject = ${`import:${author.user_id}`}`
    return row?.times ?? 0
  }
  await bank.owner.query('REVOKE INSERT ON transfer_imports FROM connect_app')
  expect((await upload(author, file)).status).toBe(500)
  await bank.owner.query('GRANT INSERT ON transfer_imports TO connect_app')
  expect(await counted()).toBe(0)
  expect((await upload(author, file)).status).toBe(200)
  expect((await upload(author, 'a;b')).status).toBe(422)
  expect(await counted()).toBe(2)
  await bank.owner.query('UPDATE request_limits SET times = 29 WHERE subject = $1', [`import:${author.user_id}`])
  const together = await Promise.all([1, 2, 3, 4].map(async () => (await upload(author, file)).status))
  // The 31st begins a wait.
  expect(together.toSorted((one, other) => one - other)).toEqual([200, 200, 429, 429])
  expect((await upload(author, file)).status).toBe(429)
})

describe('a pain.001 payment initiation', () => {
  it('becomes a batch, whose answer contains the status of each transfer', async () => {
    const { author, signer, payee } = await aCompany()
    const gone = await bank.aCustomer({})
    const file = message(author.iban, [
      { name: 'Fatou Diop', iban: payee.iban, amount: 1000, reference: 'S1' },
      { name: 'Khady Sy', iban: elsewhere(1), amount: 2000, reference: 'S2' },
      { name: 'Ali Ba', iban: gone.iban, amount: 3000, reference: 'S3' },
      { name: 'Awa Fall', iban: payee.iban, amount: 4000, reference: 'S4' },
    ])
    const draft = await withAcknowledgedNames(author, (await upload(author, file)).body)
    expect(draft.items.map(({ line, errors, transfer }) => [line, errors, transfer.reference])).toEqual(
      [1, 2, 3, 4].map((line) => [line, [], `S${line}`]),
    )
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    const params = { id: body.id }
    expect(body.message_id).toBe('PAIE-2026-03')
    expect(await reportOf(author, body.id)).toEqual([
      'PAIE-2026-03 pain.001.001.09 ACTC',
      ...[1, 2, 3, 4].map((index) => `LOT-1 S${index} PDNG`),
    ])
    const lines = (await signer.call(listBatchLines, { params })).body
    await signer.call(rejectBatch, { params, body: { version: 1, reason: 'Déjà payé', lines: [lines[1]?.id ?? ''] } })
    await signer.confirm(acceptBatch, { params, body: { version: 2 } })
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [gone.account_id])
    await runDueTransfers(ports())
    expect(await reportOf(author, body.id)).toEqual([
      'PAIE-2026-03 pain.001.001.09 PART',
      'LOT-1 S1 ACSC',
      'LOT-1 S2 RJCT DS02 Deja paye',
      'LOT-1 S3 RJCT AC04',
      'LOT-1 S4 ACSC',
    ])
    // The file of failed lines names the reason.
    const failures = (await author.call(downloadBatchFailures, { params })).body as unknown as Buffer
    expect(failures.toString()).toContain('"S2";;;"Déjà payé"')
    expect(failures.toString()).toContain('"S3";;;"Le compte du bénéficiaire ne peut pas recevoir de virement"')
    // The same message again is reported, even with other bytes.
    const again = await upload(author, `${file}\n`)
    expect(again.body.already_imported_at).not.toBeNull()
  })

  it('is answered with every transfer, including the lines left out of the batch', async () => {
    const { author, payee } = await aCompany()
    const file = message(author.iban, [
      { name: 'Fatou Diop', iban: payee.iban, amount: 1000, reference: 'S1' },
      { name: 'Ali Ba', iban: 'SN00', amount: 2000, reference: 'S2' },
      { name: 'Awa Fall', iban: payee.iban, amount: 4000, reference: 'S3' },
    ])
    const draft = await withAcknowledgedNames(author, (await upload(author, file)).body)
    const items = draft.items.flatMap(({ id, status }) => (status === 'invalid' ? [] : [id]))
    const { body } = await author.confirm(createBatch, {
      body: { import_id: draft.import_id, items: items.slice(0, 1) },
    })
    // Lines in the draft can still be sent: they are not answered as rejected.
    expect(await reportOf(author, body.id)).toEqual([
      'PAIE-2026-03 pain.001.001.09 ACTC',
      'LOT-1 S1 PDNG',
      'LOT-1 S2 PDNG',
      'LOT-1 S3 PDNG',
    ])
    // Lines that a later batch has sent are answered there.
    const later = (await author.confirm(createBatch, { body: { import_id: draft.import_id, items: items.slice(1) } }))
      .body
    expect(await reportOf(author, later.id)).toEqual([
      'PAIE-2026-03 pain.001.001.09 -',
      'LOT-1 S2 PDNG',
      'LOT-1 S3 PDNG',
    ])
    expect(await reportOf(author, body.id)).toEqual([
      'PAIE-2026-03 pain.001.001.09 -',
      'LOT-1 S1 PDNG',
      'LOT-1 S2 PDNG',
    ])
    await author.call(removeImport, { params: { id: draft.import_id } })
    expect(await reportOf(author, body.id)).toEqual([
      'PAIE-2026-03 pain.001.001.09 -',
      'LOT-1 S1 PDNG',
      'LOT-1 S2 RJCT DS02',
    ])
    const { body: report } = await author.call(downloadBatchReport, { params: { id: body.id } })
    expect(String(report)).toContain('<OrgnlNbOfTxs>3</OrgnlNbOfTxs>')
  })

  it('is refused for another account, naming the element, and stores nothing', async () => {
    const { author, payee } = await aCompany()
    const reply = await upload(
      author,
      message(payee.iban, [{ name: 'A', iban: payee.iban, amount: 1, reference: 'S1' }]),
    )
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject([
      {
        code: 'import_file_invalid',
        details: expect.stringContaining(`PmtInf[1]/DbtrAcct débite le compte ${payee.iban}`),
      },
    ])
  })

  it('becomes a draft on each account that it debits, and replaces no draft of another file', async () => {
    const { author, payee } = await aCompany()
    const second = await bank.anOwnAccount(author, { balance: 5_000_000 })
    const there = await bank.signIn({ ...author, account_id: second.account_id })
    const [one, two] = ['S1', 'S2'].map((reference) => ({
      name: 'Awa Fall',
      iban: payee.iban,
      amount: 1000,
      reference,
    }))
    if (!one || !two) throw new Error('two payments')
    const block = /<PmtInf>.*<\/PmtInf>/s
    const other = block.exec(message(second.iban, [two]))?.[0].replace('LOT-1', 'LOT-2') ?? ''
    const file = message(author.iban, [one])
      .replace('<NbOfTxs>1<', '<NbOfTxs>2<')
      .replace('<CtrlSum>1000<', '<CtrlSum>2000<')
      .replace('</PmtInf>', `</PmtInf>${other}`)
    const { body: draft } = await upload(author, file)
    expect(draft.items.map(({ transfer }) => transfer.reference)).toEqual(['S1'])
    expect(draft.other_accounts).toMatchObject([{ id: second.account_id, lines: 1 }])
    const { body: elsewhere } = await there.call(findImport, {})
    expect(elsewhere?.items.map(({ line, transfer }) => [line, transfer.reference])).toEqual([[2, 'S2']])
    expect(elsewhere?.other_accounts).toMatchObject([{ id: author.account_id, lines: 1 }])

    await upload(there, message(second.iban, [two], 'AUTRE'))
    const refused = await upload(author, file)
    expect(refused.body).toMatchObject([
      { code: 'import_file_invalid', details: expect.stringContaining('où un autre import attend') },
    ])
    expect((await there.call(findImport, {})).body?.items).toHaveLength(1)
  })

  it('is the only format with a pain.002 answer', async () => {
    const { author, payee } = await aCompany()
    const draft = (
      await upload(
        author,
        `nom_beneficiaire;iban;montant;libelle\nClient ${payee.customer_id.slice(-6)};${payee.iban};1000;a`,
      )
    ).body
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    expect((await author.call(getBatch, { params: { id: body.id } })).body.message_id).toBeNull()
    expect(codesOf(await author.call(downloadBatchReport, { params: { id: body.id } }))).toEqual(['not_found'])
  })
})

describe(`${MAX_IMPORT_LINES} lines are read, validated, stored and answered within seconds`, () => {
  const pays = (ours: string): Pay[] =>
    Array.from({ length: MAX_IMPORT_LINES }, (_, index) => ({
      name: `Salarié ${index}`,
      iban: index % 2 ? ours : elsewhere(index),
      amount: 1000 + index,
      reference: `S${index}`,
    }))
  async function measured(author: Visitor, content: Buffer | string) {
    const start = performance.now()
    const { body } = await upload(author, content)
    expect(body.summary).toMatchObject({ lines: MAX_IMPORT_LINES, warning: MAX_IMPORT_LINES })
    return performance.now() - start
  }

  it('from a workbook', { timeout: 30_000 }, async () => {
    const { author, payee } = await aCompany(100_000_000)
    async function* rows() {
      for (const { name, iban, amount } of pays(payee.iban)) yield [name, iban, amount, 'Salaire']
    }
    const columns = ['nom_beneficiaire', 'iban', 'montant', 'libelle'].map((title) => ({
      title,
      width: 20,
      decimals: 0,
    }))
    const content = await buffer(spreadsheet('Paie', columns, { rows: rows(), count: MAX_IMPORT_LINES }))
    expect(await measured(author, content)).toBeLessThan(10_000)
  })

  it('from a pain.001', { timeout: 30_000 }, async () => {
    const { author, payee } = await aCompany(100_000_000)
    expect(await measured(author, message(author.iban, pays(payee.iban)))).toBeLessThan(10_000)
  })
})

import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'csv-parse/sync'
import { headers } from 'contract/endpoint.ts'
import {
  addOperationDocuments,
  createCategory,
  changeOperation,
  exportOperations,
  FOUND_TOTALS_HEADER,
  type FoundTotals,
  listOperations,
  MAX_JOINED,
  type Operation,
} from 'contract/accounts/operations.ts'
import { Ofx } from 'ofx-data-extractor'
import { readSheet } from 'read-excel-file/node'
import { fromBufferPromise } from 'yauzl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { readXml } from '../../formats/xml.ts'
import { measureOperations, streamOperations } from './operation-export-store.ts'

const MANY = 1_300
// Of 1 to 1,300, each third one is a debit.
const filled = (MANY * (MANY + 1)) / 2 - 2 * 3 * ((433 * 434) / 2)

let bank: TestBank
let awa: Visitor & { customer_id: string; iban: string }

/** Thousands of operations: 400 a day, each third one a debit. */
async function fill(account_id: string, count: number): Promise<void> {
  await bank.owner.query(
    `WITH line AS (
       SELECT n, gen_random_uuid() AS id, date '2026-01-06' + n / 400 AS day, CASE WHEN n % 3 = 0 THEN -n ELSE n END AS amount
         FROM generate_series(1, $2::int) n
     ), posting AS (
       SELECT day, gen_random_uuid() AS id FROM line GROUP BY day
     ), entry AS (
       SELECT p.id AS posting_id, l.id, $1::uuid AS account_id, l.amount, l.day, 'ÉCRITURE ' || l.n AS label,
              CASE WHEN l.n % 7 = 0 THEN '=HYPERLINK("x")' END AS counterparty, 'REF' || l.n AS reference
         FROM line l JOIN posting p USING (day)
       UNION ALL
       SELECT p.id, gen_random_uuid(), cash.id, -sum(l.amount), l.day, 'CAISSE', NULL, NULL
         FROM line l JOIN posting p USING (day), ledger_accounts mine
         JOIN ledger_accounts cash ON cash.code = 'cash:' || mine.currency
        WHERE mine.id = $1
        GROUP BY p.id, cash.id, l.day
     )
     SELECT ledger_write(
       (SELECT jsonb_agg(jsonb_build_object('id', id, 'posting_key', id, 'kind', 'cash', 'booking_date', day, 'posted_at', day) ORDER BY day) FROM posting),
       (SELECT jsonb_agg(jsonb_build_object('posting_id', posting_id, 'id', id, 'account_id', account_id, 'amount', amount, 'value_date', day,
                                            'type', 'other', 'label', label, 'counterparty', counterparty, 'reference', reference)) FROM entry))`,
    [account_id, count],
  )
}

beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer({ kind: 'company', balance: 1_000 })
  await fill(awa.account_id, MANY)
  await bank.owner.query(
    `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, amount, expected_on)
     VALUES ($1, $2, 'I-1', 'card', '@PAIEMENT "CB"; à venir', -300, '2026-03-12')`,
    [awa.account_id, newId()],
  )
}, 60_000)
afterAll(() => bank.close())

const fileOf = async (query: Record<string, unknown>, visitor: Visitor = awa, lang = 'fr') => {
  const reply = await visitor.call(exportOperations, { query: query, headers: { 'accept-language': lang } })
  expect(reply.status).toBe(200)
  return { content: reply.body as unknown as Buffer, name: reply.headers['content-disposition'] ?? '' }
}
const csv = async (query: Record<string, unknown>, lang = 'fr') => {
  const { content } = await fileOf({ format: 'csv', ...query }, awa, lang)
  return parse(content, { bom: true, columns: true, delimiter: lang === 'fr' ? ';' : ',' }) as Record<string, string>[]
}

const pdfWith = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

async function unzipped(content: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(content)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    files.set(entry.fileName, Buffer.concat(parts))
  }
  return files
}

function totalsOf(answered: Record<string, string | undefined>) {
  const [totals, ...others] = JSON.parse(answered[FOUND_TOTALS_HEADER.toLowerCase()] ?? '') as FoundTotals
  expect(others).toEqual([])
  return { credits: totals?.credits ?? 0, debits: totals?.debits ?? 0 }
}

/** All items of the screen, page after page. */
async function toView(
  filter: Record<string, unknown>,
): Promise<{ operations: Operation[]; total: number; credits: number; debits: number }> {
  const operations: Operation[] = []
  for (let page = 1; ; page += 1) {
    const reply = await awa.call(listOperations, { query: { ...filter, page } })
    operations.push(...reply.body)
    if (page === Number(reply.headers['x-pagination-page-count']))
      return {
        operations,
        total: Number(reply.headers['x-pagination-total-count']),
        ...totalsOf(reply.headers),
      }
  }
}

describe('an export', () => {
  it.each([{ search: 'écriture', sign: 'debit' }, { from: '2026-01-07', to: '2026-01-08' }, { max: '300' }])(
    'contains what the screen shows for %j, in its order, with its count and totals',
    async (filter) => {
      const screen = await toView(filter)
      const rows = await csv(filter)
      expect(rows.map((row) => row['Libellé de la banque'])).toEqual(
        screen.operations.map(({ label }) => (label.startsWith('@') ? `'${label}` : label)),
      )
      const amounts = rows.filter((row) => row['État'] === 'Exécutée').map((row) => Number(row['Montant']))
      expect(amounts.length).toBe(screen.total)
      const sum = (some: number[]) => some.reduce((total, one) => total + one, 0)
      expect(sum(amounts.filter((one) => one > 0))).toBe(screen.credits)
      expect(sum(amounts.filter((one) => one < 0))).toBe(screen.debits)
    },
  )

  it('contains the whole account without a filter, and one page on request', async () => {
    const rows = await csv({})
    expect([rows.length, rows[0]?.['État'], rows[0]?.['Date']]).toEqual([MANY + 2, 'À venir', '2026-03-12'])
    expect(new Set(rows.map((row) => row['Référence'])).size).toBe(MANY + 1)
    const second = await awa.call(listOperations, { query: { page: 2, sign: 'debit' } })
    const page = await csv({ scope: 'page', page: 2, sign: 'debit' })
    expect(page.map((row) => row['Référence'])).toEqual(second.body.map(({ reference }) => reference))
  })

  it('is in the reader’s language, and has the requested columns in a fixed order', async () => {
    const [first] = await csv({ scope: 'page', columns: 'amount,type,date' }, 'en')
    expect(first).toEqual({ Date: '2026-03-12', Type: 'Card payment', Amount: '-300' })
    expect((await fileOf({ scope: 'page' }, awa, 'en')).name).toMatch(
      /^attachment; filename="?Operations-\d+-2026-03-10\.csv"?$/,
    )
  })

  it('writes cents with a comma for French spreadsheets, or with a point', async () => {
    const holder = await bank.aCustomer({ currency: 'EUR', balance: 123_456 })
    const line = async (lang: string) =>
      (await fileOf({ columns: 'amount,currency' }, holder, lang)).content.toString('utf8').split('\r\n')[1]
    expect([await line('fr'), await line('en')]).toEqual(['1234,56;"EUR"', '1234.56,"EUR"'])
  })

  it('contains no cell that a spreadsheet would run', async () => {
    const rows = await csv({ search: 'hyperlink' })
    expect(new Set(rows.map((row) => row['Contrepartie']))).toEqual(new Set([`'=HYPERLINK("x")`]))
    const [, first] = await readSheet(
      (await fileOf({ format: 'xlsx', search: 'hyperlink', columns: 'counterparty' })).content,
    )
    expect(first).toEqual([`'=HYPERLINK("x")`])
  })

  it('writes an XLSX workbook with typed dates and numbers', async () => {
    const rows = await readSheet((await fileOf({ format: 'xlsx', columns: 'date,label,amount,vat_rate' })).content)
    expect(rows[0]).toEqual(['Date', 'Libellé de la banque', 'Montant', 'Taux de taxe (%)'])
    expect(rows[1]).toEqual([new Date('2026-03-12'), `'@PAIEMENT "CB"; à venir`, -300, null])
    expect(rows.length).toBe(MANY + 3)
    // The log counts what the file contains: upcoming operations too, without the line of the titles.
    const { rows: logged } = await bank.owner.query(
      "SELECT facts FROM audit_events WHERE account_id = $1 AND action = 'operations.export' ORDER BY at DESC, id DESC LIMIT 1",
      [awa.account_id],
    )
    expect(logged).toEqual([{ facts: { format: 'xlsx', scope: 'filters', operations: rows.length - 1 } }])
    const screen = await toView({})
    expect(rows.slice(2).reduce((sum, row) => sum + Number(row[2]), 0)).toBe(screen.credits + screen.debits)
  })

  it('writes OFX with the account, its balance, and each booked operation once', async () => {
    const content = (await fileOf({ format: 'ofx' })).content
    const parsed = (
      readXml(content, ['STMTTRN']) as { OFX: { BANKMSGSRSV1: { STMTTRNRS: { STMTRS: Record<string, unknown> } } } }
    ).OFX
    const { CURDEF, BANKACCTFROM, BANKTRANLIST, LEDGERBAL } = parsed.BANKMSGSRSV1.STMTTRNRS.STMTRS
    expect([CURDEF, BANKACCTFROM, LEDGERBAL]).toMatchObject([
      'XOF',
      { BANKID: 'SN999', ACCTID: awa.iban.slice(14, 26) },
      { BALAMT: String(1_000 + filled), DTASOF: '20260310093000[0:GMT]' },
    ])
    const { DTSTART, DTEND, STMTTRN } = BANKTRANLIST as {
      DTSTART: string
      DTEND: string
      STMTTRN: Record<string, string>[]
    }
    expect([DTSTART, DTEND, STMTTRN.length]).toEqual(['20260105', '20260109', MANY + 1])
    expect(new Set(STMTTRN.map(({ FITID }) => FITID)).size).toBe(MANY + 1)
    expect(STMTTRN.at(-1)).toMatchObject({
      TRNTYPE: 'DEP',
      DTPOSTED: '20260105',
      TRNAMT: '1000',
      NAME: 'Versement d’espèces',
    })
    const screen = await toView({})
    expect(STMTTRN.reduce((sum, { TRNAMT }) => sum + Number(TRNAMT), 0)).toBe(screen.credits + screen.debits)
  })

  it('writes OFX that an independent parser reads without errors, to the same totals', async () => {
    const ofx = Ofx.fromBuffer((await fileOf({ format: 'ofx' })).content)
    expect(ofx.validate()).toMatchObject({
      isValid: true,
      errors: [],
      warnings: [],
      stats: { bankTransactions: MANY + 1, duplicatedFitIds: 0 },
    })
    const screen = await toView({})
    expect(ofx.getTransactionsSummary()).toMatchObject({
      dateStart: '2026-01-05',
      dateEnd: '2026-01-09',
      credit: screen.credits,
      debit: -screen.debits,
    })
  })

  it('writes QIF with the day first, the payee and the first category', async () => {
    const { body } = await awa.call(createCategory, { body: { label: 'Ventes' } })
    const found = await awa.call(listOperations, { query: { search: 'ESPECES' } })
    await awa.call(changeOperation, { params: { id: found.body[0]?.id ?? '' }, body: { category_ids: [body.id] } })
    const content = (await fileOf({ format: 'qif', search: 'ESPECES' })).content.toString('utf8')
    expect(content.split('\r\n')).toEqual([
      '!Type:Bank',
      'D05/01/2026',
      'T1000',
      'PVersement d’espèces',
      'MVERSEMENT ESPECES',
      'LVentes',
      '^',
      '',
    ])
  })

  it('writes a tagged PDF with its totals, and is refused above its maximum length', async () => {
    const { pages, isTagged, lang } = await readPdf(
      (await fileOf({ format: 'pdf', max: '300', search: 'ÉCRITURE' })).content,
    )
    expect([isTagged, lang]).toEqual([true, 'fr'])
    expect(pages.join('\n')).toContain('Écriture 300')
    expect(pages[0]).toContain('300 opérations')
    const printed = (pages[0] ?? '').replaceAll(/\s+/gu, ' ')
    expect(printed).toMatch(/SN\d\d SN99 /u)
    expect(printed).toMatch(/Période Du .* au /u)
    const nothing = await readPdf((await fileOf({ format: 'pdf', search: 'rien de tel' })).content)
    expect(nothing.pages[0]).toContain('0 opération\n')
    expect(nothing.pages[0]).toContain('Aucune opération ne correspond')
    expect(codesOf(await awa.call(exportOperations, { query: { format: 'pdf' } }))).toEqual(['format: export_too_long'])
  })

  it('is recorded in the audit log, and an unknown filter or column is reported', async () => {
    const other = await bank.aCustomer({ balance: 5 })
    await fileOf({ format: 'qif' }, other)
    const { rows } = await bank.owner.query(
      "SELECT facts FROM audit_events WHERE account_id = $1 AND action = 'operations.export'",
      [other.account_id],
    )
    expect(rows).toEqual([{ facts: { format: 'qif', scope: 'filters', operations: 1 } }])
    const refused = async (query: Record<string, unknown>) =>
      codesOf(await awa.call(exportOperations, { query: query }))
    expect(await refused({ columns: 'date,password_hash' })).toEqual(['columns.1: invalid'])
    expect(await refused({ from: '2026-02-02', to: '2026-02-01' })).toEqual(['to: period_reversed'])
    expect(await refused({ format: 'exe' })).toEqual(['format: invalid'])
  })
})

describe('an export joined with its attachments', () => {
  it('is a ZIP of the list, an index, and every attachment of the found operations, newest first', async () => {
    const holder = await bank.aCustomer({ balance: 10 })
    await bank.deposit(holder.account_id, 20, '2026-02-03')
    const [second, first] = (await holder.call(listOperations)).body.map(({ id }) => id)
    for (const [id, name] of [
      [first, 'bail.pdf'],
      [second, 'facture.pdf'],
      [second, '=reçu.pdf'],
    ] as const) {
      const form = new FormData()
      form.append('documents', new Blob([pdfWith(name)]), name)
      await holder.call(addOperationDocuments, { params: { id: id ?? '' }, form })
      bank.clock.at = new Date(bank.clock.at.getTime() + 1_000)
    }
    const { content, name } = await fileOf({ attachments: 'true' }, holder)
    expect(name).toMatch(/Operations-\d+-2026-03-10\.zip/)
    const files = await unzipped(content)
    const attachmentPaths = ['0001 facture.pdf', '0002 =reçu.pdf', '0003 bail.pdf'].map(
      (one) => `Pieces-jointes/${one}`,
    )
    expect([...files.keys()]).toEqual([expect.stringMatching(/^Operations-.*\.csv$/), 'Index.csv', ...attachmentPaths])
    expect(attachmentPaths.map((path) => files.get(path)?.equals(pdfWith(path.slice(20))))).toEqual([true, true, true])
    const index = parse(files.get('Index.csv') ?? '', { bom: true, columns: true, delimiter: ';' }) as Record<
      string,
      string
    >[]
    expect(index.map((row) => [row['Fichier'], row['Date'], row['Montant']])).toEqual([
      [attachmentPaths[0], '2026-02-03', '20'],
      [attachmentPaths[1], '2026-02-03', '20'],
      [attachmentPaths[2], '2026-01-05', '10'],
    ])
    expect(
      [...(await unzipped((await fileOf({ attachments: 'true', search: '10' }, holder)).content)).keys()].slice(2),
    ).toEqual(['Pieces-jointes/0001 bail.pdf'])
  })

  it('is refused above the maximum', async () => {
    const holder = await bank.aCustomer()
    await bank.deposit(holder.account_id, 20)
    await bank.owner.query(
      `INSERT INTO operation_documents (account_id, entry_id, id, name, media_type, size, content, added_at, place, added_by)
       SELECT account_id, id, gen_random_uuid(), 'reçu.pdf', 'application/pdf', 1, 'x', now(), 0, $2
         FROM ledger_entries, generate_series(1, $3::int) WHERE account_id = $1`,
      [holder.account_id, holder.user_id, MAX_JOINED + 1],
    )
    expect(codesOf(await holder.call(exportOperations, { query: { attachments: 'true' } }))).toEqual([
      'attachments: too_many_attachments',
    ])
  })
})

describe('an account report of whole days', () => {
  it('has the opening and closing balances of the ledger, as camt.053 and as MT940', async () => {
    const holder = await bank.aCustomer()
    for (const [amount, day] of [
      [1_000, '2026-01-05'],
      [-300, '2026-01-06'],
      [250, '2026-01-06'],
      [40, '2026-01-07'],
    ] as const)
      await bank.deposit(holder.account_id, amount, day)
    const days = { from: '2026-01-06', to: '2026-01-06' }
    const { content, name } = await fileOf({ format: 'camt053', ...days }, holder)
    expect(name).toContain('.camt053.xml')
    type Statement = {
      Bal: { Tp: { CdOrPrtry: { Cd: string } }; Amt: unknown }[]
      Ntry: { Amt: unknown; CdtDbtInd: string }[]
      TxsSummry: { TtlCdtNtries: { Sum: string }; TtlDbtNtries: { Sum: string } }
    }
    const xml = readXml(content, ['Bal', 'Ntry']) as { Document: { BkToCstmrStmt: { Stmt: Statement } } }
    const { Bal, Ntry, TxsSummry } = xml.Document.BkToCstmrStmt.Stmt
    const amountText = (value: unknown) => JSON.stringify(value).match(/\d+/)?.[0]
    expect(Bal.map(({ Tp, Amt }) => [Tp.CdOrPrtry.Cd, amountText(Amt)])).toEqual([
      ['OPBD', '1000'],
      ['CLBD', '950'],
      ['CLAV', '950'],
    ])
    expect(Ntry.map(({ Amt, CdtDbtInd }) => [amountText(Amt), CdtDbtInd])).toEqual([
      ['300', 'DBIT'],
      ['250', 'CRDT'],
    ])
    expect([TxsSummry.TtlCdtNtries.Sum, TxsSummry.TtlDbtNtries.Sum]).toEqual(['250', '300'])
    const lines = (await fileOf({ format: 'mt940', ...days }, holder)).content.toString('ascii').split('\r\n')
    expect(lines.filter((line) => /^:6[02]F/.test(line))).toEqual([':60F:C260106XOF1000,', ':62F:C260106XOF950,'])
    expect(lines.filter((line) => line.startsWith(':61:'))).toHaveLength(2)
    // Without an end date the period ends today, and never later.
    const whole = (await fileOf({ format: 'mt940', to: '2027-01-01' }, holder)).content.toString('ascii')
    expect(whole).toContain(':62F:C260310XOF990,')
    expect(whole).toContain(':60F:C260105XOF0,')
    // Before the first operation the report is empty, and its period is valid.
    const early = (await fileOf({ format: 'mt940', to: '2025-12-31' }, holder)).content.toString('ascii')
    expect(early.split('\r\n').filter((line) => /^:6[02]F/.test(line))).toEqual([
      ':60F:C251231XOF0,',
      ':62F:C251231XOF0,',
    ])
    // A later report of an unfinished day has another number.
    const idOf = async (to: string) =>
      /<Id>(\d[\d-]+)<\/Id>/.exec(
        (await fileOf({ format: 'camt053', from: '2026-01-06', to }, holder)).content.toString(),
      )?.[1]
    expect(await idOf('2026-03-09')).toMatch(/^\d{12}-20260106-20260309$/)
    expect(await idOf('2026-03-10')).toMatch(/^\d{12}-20260106-20260310-\d{4}$/)
  })

  it('is refused for a page, selected operations, and future days', async () => {
    for (const query of [
      { scope: 'page' },
      { sign: 'debit' },
      { search: 'x', from: '2026-01-01' },
      { from: '2026-03-11' },
    ])
      for (const format of ['camt053', 'mt940'])
        expect(codesOf(await awa.call(exportOperations, { query: { format, ...query } as never }))).toEqual([
          'format: export_needs_days',
        ])
  })

  it('contains a thousand entries in the order of the account', async () => {
    const lines = (await fileOf({ format: 'mt940' })).content.toString('ascii').split('\r\n')
    const amounts = lines
      .filter((line) => line.startsWith(':61:'))
      .map((line) => Number(/([CD])(\d+),/.exec(line)?.[2]))
    expect([amounts.length, amounts.slice(0, 3)]).toEqual([MANY + 1, [1_000, 1, 2]])
  })
})

describe('a long export', () => {
  it('excludes operations booked during the export', async () => {
    const extent = await measureOperations(bank.db, awa.account_id, {})
    let count = 0
    for await (const some of streamOperations(bank.db, awa.account_id, {}, extent.last_seq)) {
      if (count === 0) await bank.deposit(awa.account_id, 77, '2026-03-01')
      count += some.length
    }
    expect(count).toBe(extent.total)
  })

  it('uses no more memory than a short one, and stops when the client disconnects', async () => {
    const holder = await bank.aCustomer()
    await bank.deposit(holder.account_id, 1)
    await fill(holder.account_id, 60_000)
    const address = await bank.app.listen({ port: 0, host: '127.0.0.1' })
    const requested = {
      authorization: `Bearer ${holder.token}`,
      cookie: `__Host-connect=${holder.cookie}`,
      [headers.accountId]: holder.account_id,
    }
    const get = (format: string) =>
      fetch(`${address}/wb-api/operations/export?format=${format}`, { headers: requested })
    let max = 0
    let bytes = 0
    const before = liveBytes()
    let pieces = 0
    for await (const part of (await get('csv')).body ?? []) {
      bytes += (part as Uint8Array).length
      pieces += 1
      if (pieces % 10 === 0) max = Math.max(max, liveBytes() - before)
    }
    expect(bytes).toBeGreaterThan(4_000_000)
    expect(max).toBeLessThan(8 * 1024 * 1024)

    const walked = await statements()
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const lines = Object.entries(requested).map(([name, value]) => `${name}: ${value}`)
    socket.write(`GET /wb-api/operations/export HTTP/1.1\r\nhost: x\r\n${lines.join('\r\n')}\r\n\r\n`)
    await new Promise((read) => socket.once('data', read))
    socket.destroy()
    // If rows were still being read, the count would rise to 120.
    let seen = await statements()
    await expect
      .poll(
        async () => {
          const now = await statements()
          const isQuiet = now === seen
          seen = now
          return isQuiet
        },
        { interval: 150, timeout: 10_000 },
      )
      .toBe(true)
    expect(seen - walked).toBeLessThan(60)
  }, 120_000)
})

/** The heap in use after a full garbage collection. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** The number of scans of the index of days so far. */
async function statements(): Promise<number> {
  const { rows } = await bank.owner.query<{ scans: string }>(
    `SELECT idx_scan AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'ledger_entries_by_day'`,
  )
  return Number(rows[0]?.scans ?? 0)
}

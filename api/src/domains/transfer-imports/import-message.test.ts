import { MAX_IMPORT_LINES } from 'contract/transfers/imports.ts'
import { describe, expect, it } from 'vitest'
import { readTransferFile } from './import-file.ts'

const OWN = 'SN08SN0100152000048500003035'
const account = { iban: OWN, currency: 'XOF', others: new Set(['SN08SN0100152000048500003132']) }
type Pay = { name?: string; amount?: string; ccy?: string; reference?: string; more?: string }
const pay = ({ name = 'Fatou Diop', amount = '150000', ccy = 'XOF', reference = 'S1', more = '' }: Pay) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${ccy}">${amount}</InstdAmt></Amt><CdtrAgt><FinInstnId><BIC>CBAOSNDA</BIC></FinInstnId></CdtrAgt><Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>SN12</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Salaire &amp; prime</Ustrd></RmtInf>${more}</CdtTrfTxInf>`
type Block = { id?: string; method?: string; day?: string; debtor?: string; totals?: string; pays?: Pay[] }
const block = ({
  id = 'P1',
  method = 'TRF',
  day = '<ReqdExctnDt>2026-04-01</ReqdExctnDt>',
  debtor = OWN,
  totals = '',
  pays = [{}],
}: Block) =>
  `<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>${method}</PmtMtd>${totals}${day}<Dbtr><Nm>ACME</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtor}</IBAN></Id></DbtrAcct>${pays.map(pay).join('')}</PmtInf>`
const message = (
  blocks: Block[],
  { version = '03', id = 'M-1', count = String(blocks.flatMap(({ pays = [{}] }) => pays).length), sum = '' } = {},
) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}"><CstmrCdtTrfInitn><GrpHdr><MsgId>${id}</MsgId><NbOfTxs>${count}</NbOfTxs>${sum && `<CtrlSum>${sum}</CtrlSum>`}<InitgPty><Nm>ACME</Nm></InitgPty></GrpHdr>${blocks.map(block).join('')}</CstmrCdtTrfInitn></Document>`
const read = (text: string | Buffer) => readTransferFile(Buffer.from(text), account)

describe('reading a pain.001 message', () => {
  it('returns its transactions as lines, with references, the date and id of their block, and the data for its answer', async () => {
    const blocks: Block[] = [
      {
        pays: [
          { more: '<Cdtr><CtctDtls><PhneNb>+221-771234567</PhneNb></CtctDtls></Cdtr>' },
          { reference: 'NOTPROVIDED', amount: '1.5' },
        ],
      },
      {
        id: 'P2',
        day: '<ReqdExctnDt>2026-04-02Z</ReqdExctnDt>',
        totals: '<NbOfTxs>1</NbOfTxs><CtrlSum>20.00</CtrlSum>',
        pays: [{ reference: 'S2', amount: '20' }],
      },
    ]
    const file = await read(message(blocks))
    if ('code' in file) throw new Error(file.code)
    expect(file.message).toEqual({ message_id: 'M-1', message_name: 'pain.001.001.03', message_lines: 3 })
    expect(
      file.lines.map(({ line, origin, cells }) => [
        line,
        origin?.block,
        cells.amount,
        cells.execution_date,
        cells.reference,
      ]),
    ).toEqual([
      [1, 'P1', '150000', '01/04/2026', 'S1'],
      [2, 'P1', '1.5', '01/04/2026', ''],
      [3, 'P2', '20', '02/04/2026', 'S2'],
    ])
    expect(file.lines[0]?.cells).toMatchObject({
      name: 'Fatou Diop',
      iban: 'SN12',
      label: 'Salaire & prime',
      bic: 'CBAOSNDA',
      phone: '+221771234567',
    })
  })

  it('returns the currency of amounts that are not in francs', async () => {
    const file = await read(message([{ pays: [{}, { reference: 'B', ccy: 'EUR', amount: '12.50' }] }]))
    expect(file).toMatchObject({
      lines: [{ cells: { currency: '' } }, { cells: { currency: 'EUR', amount: '12.50' } }],
    })
  })

  it('returns the purposes of exchange control, and no other code', async () => {
    const more = (code: string) => `<Purp><Cd>${code}</Cd></Purp>`
    const pays = ['SALA', 'SCVE', 'GDDS'].map((code) => ({ reference: code, more: more(code) }))
    const file = await read(message([{ pays }]))
    if ('code' in file) throw new Error(file.code)
    expect(file.lines.map(({ cells }) => cells.purpose)).toEqual(['', 'SCVE', 'GDDS'])
  })

  it('is refused for an account that is not in francs', async () => {
    const file = await readTransferFile(Buffer.from(message([{}])), { ...account, currency: 'EUR' })
    expect(file).toEqual({ code: 'message_currency', facts: { found: 'EUR' } })
  })

  it('supports version .09, with the date inside an element', async () => {
    const file = await read(
      message([{ day: '<ReqdExctnDt><Dt>2026-04-01</Dt></ReqdExctnDt>' }], { version: '09', sum: '150000' }),
    )
    expect(file).toMatchObject({
      message: { message_name: 'pain.001.001.09' },
      lines: [{ cells: { execution_date: '01/04/2026' } }],
    })
  })

  it(`accepts ${MAX_IMPORT_LINES} transactions and not one more`, async () => {
    const pays = Array.from({ length: MAX_IMPORT_LINES + 1 }, (_, index) => ({ reference: `S${index}` }))
    const file = await read(message([{ pays: pays.slice(1) }]))
    expect('lines' in file && file.lines.length).toBe(MAX_IMPORT_LINES)
    expect(await read(message([{ pays }]))).toEqual({ code: 'too_many_lines', facts: {} })
  })
})

describe('a refused message names the element or the transaction', () => {
  const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${[...'bcdefgh'].map((name, index) => `<!ENTITY ${name} "${`&${'abcdefg'[index]};`.repeat(10)}">`).join('')}]>`
  it.each<[string, string | Buffer, object]>([
    [
      'a document type',
      message([{}]).replace('\n', '\n<!DOCTYPE Document SYSTEM "http://example.com/x.dtd">\n'),
      { code: 'xml_doctype', facts: { line: 2 } },
    ],
    ['a billion laughs', message([{}]).replace('\n', laughs), { code: 'xml_doctype', facts: { line: 1 } }],
    ['an entity of nobody', message([{ pays: [{ name: '&xxe;' }] }]), { code: 'xml_malformed', facts: { line: 2 } }],
    [
      'an element that stays open',
      message([{}]).replace('</CstmrCdtTrfInitn>', ''),
      { code: 'xml_malformed', facts: { line: 2 } },
    ],
    ['another encoding', message([{}]).replace('UTF-8', 'ISO-8859-1'), { code: 'xml_encoding', facts: { line: 1 } }],
    [
      'Latin letters as bytes',
      Buffer.from(message([{ pays: [{ name: 'Séga' }] }]), 'latin1'),
      { code: 'xml_encoding', facts: { line: 1 } },
    ],
    ['another version', message([{}], { version: '02' }), { code: 'message_unknown', facts: {} }],
    [
      'another message',
      message([{}]).replaceAll('CstmrCdtTrfInitn', 'CstmrDrctDbtInitn'),
      { code: 'message_unknown', facts: {} },
    ],
    ['a page', '<html><body>x</body></html>', { code: 'message_unknown', facts: {} }],
    ['no id', message([{}], { id: '' }), { code: 'message_element', facts: { element: 'GrpHdr/MsgId' } }],
    [
      'an id too long',
      message([{}], { id: 'x'.repeat(36) }),
      { code: 'message_element', facts: { element: 'GrpHdr/MsgId' } },
    ],
    [
      'no count',
      message([{}]).replace(/<NbOfTxs>1<\/NbOfTxs>/, ''),
      { code: 'message_element', facts: { element: 'GrpHdr/NbOfTxs' } },
    ],
    [
      'a wrong count',
      message([{}], { count: '2' }),
      { code: 'message_count', facts: { element: 'GrpHdr/NbOfTxs', said: '2', found: 1 } },
    ],
    [
      'a wrong sum',
      message([{}], { sum: '150001' }),
      { code: 'message_sum', facts: { element: 'GrpHdr/CtrlSum', said: '150001', found: '150000' } },
    ],
    [
      'a wrong sum of a block',
      message([{}, { id: 'P2', totals: '<CtrlSum>1</CtrlSum>', pays: [{ reference: 'B' }] }]),
      { code: 'message_sum', facts: { element: 'PmtInf[2]/CtrlSum', said: '1', found: '150000' } },
    ],
    ['cheques', message([{ method: 'CHK' }]), { code: 'message_method', facts: { element: 'PmtInf[1]/PmtMtd' } }],
    [
      'another account',
      message([{ debtor: 'SN12' }]),
      { code: 'message_debtor', facts: { element: 'PmtInf[1]/DbtrAcct', found: 'SN12' } },
    ],
    [
      'a transaction outside of a block',
      message([{}]).replaceAll('PmtInf>', 'GrpHdr>'),
      { code: 'message_element', facts: { element: 'PmtInf' } },
    ],
    ['no day', message([{ day: '' }]), { code: 'message_element', facts: { element: 'PmtInf[1]/ReqdExctnDt' } }],
    [
      'a block twice',
      message([{}, { pays: [{ reference: 'B' }] }]),
      { code: 'message_element', facts: { element: 'PmtInf[2]/PmtInfId' } },
    ],
    [
      'an amount without a currency',
      message([{ pays: [{}, { reference: 'B' }] }]).replace(/ Ccy="XOF"(?=>150000<\/InstdAmt><\/Amt>.*$)/, ''),
      { code: 'message_element', facts: { element: 'Amt/InstdAmt/@Ccy', line: 1 } },
    ],
    [
      'a reference twice',
      message([{ pays: [{}, { reference: 'B' }, {}] }]),
      { code: 'message_reference', facts: { line: 3, first: 1, reference: 'S1' } },
    ],
    [
      'a huge text',
      message([{ pays: [{ name: 'a'.repeat(2_000) }] }]),
      { code: 'message_text_too_long', facts: { line: 1, element: 'Cdtr/Nm' } },
    ],
    ['no transaction', message([]), { code: 'no_lines', facts: {} }],
  ])('%s', async (_name, text, fileError) => expect(await read(text)).toEqual(fileError))
})

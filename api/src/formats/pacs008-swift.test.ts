import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { type PaymentAbroad, paymentAbroadDocument, paymentAbroadMessage } from './pacs008-swift.ts'

const payment: PaymentAbroad = {
  transaction_id: '01a1fd8186fa72b48f5b05229965be04',
  instruction_id: 'I-7',
  end_to_end_id: 'V260310-7K3F9QTX',
  category_purpose: null,
  uetr: '3f2c1f0e-9a1b-4c2d-8e3f-0a1b2c3d4e5f',
  amount: 114_337,
  currency: 'EUR',
  settlement_date: '2026-03-12',
  instructed_amount: null,
  instructed_currency: null,
  debit_amount: 750_000,
  debit_currency: 'XOF',
  exchange_rate: 655.957,
  charges: 'SHA',
  purpose: 'goods',
  economic_code: '1Aa',
  debtor_name: 'Awa Ndiaye',
  debtor_iban: 'SN08SN9990100310000110100169',
  debtor_address: 'Villa 12, Mermoz\nDakar',
  creditor_name: 'Sœurs & Fils <SARL>',
  creditor_iban: 'FR1420041010050500013M02606',
  creditor_address: null,
  creditor_country: 'FR',
  creditor_address_country: null,
  creditor_bic: 'CRLYFRPP',
  label: 'Loyer d’août – été',
  correspondent_bic: 'SOGEFRPP',
  correspondent_account: 'FR1420041010050500013M02606',
}
const context = {
  message_id: 'S260310-ABCDEFGH',
  created_at: new Date('2026-03-10T10:11:12.345Z'),
  bank: { name: 'Banque Téranga', bic: 'TERASNDA' },
}
const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: false, attributeNamePrefix: '@' })
const at = (xml: string, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], parser.parse(xml))
const PAYMENT = 'Document/FIToFICstmrCdtTrf/CdtTrfTxInf'
const copy = (own: Partial<PaymentAbroad> = {}) => paymentAbroadDocument({ ...payment, ...own }, context)

describe('a payment abroad', () => {
  it('settles in the currency of the payee, and names what was debited and its rate', () => {
    const xml = copy()
    expect(at(xml, `${PAYMENT}/IntrBkSttlmAmt`)).toEqual({ '#text': '1143.37', '@Ccy': 'EUR' })
    expect(at(xml, `${PAYMENT}/InstdAmt`)).toEqual({ '#text': '750000', '@Ccy': 'XOF' })
    expect(at(xml, `${PAYMENT}/XchgRate`)).toBe('655.957')
    expect(at(xml, `${PAYMENT}/ChrgBr`)).toBe('SHAR')
  })

  it('has neither where the account is in the same currency', () => {
    const xml = copy({ debit_amount: null, debit_currency: null, exchange_rate: null })
    expect(at(xml, `${PAYMENT}/InstdAmt`)).toBeUndefined()
    expect(at(xml, `${PAYMENT}/XchgRate`)).toBeUndefined()
  })

  it('states the charges that the payee bears', () => {
    const xml = copy({ charges: 'BEN', instructed_amount: 116_567, instructed_currency: 'EUR' })
    expect(at(xml, `${PAYMENT}/ChrgBr`)).toBe('CRED')
    expect(at(xml, `${PAYMENT}/ChrgsInf/Amt`)).toEqual({ '#text': '22.30', '@Ccy': 'EUR' })
    expect(at(copy({ charges: 'OUR' }), `${PAYMENT}/ChrgBr`)).toBe('DEBT')
  })

  it('goes to the correspondent, on the account of the bank there', () => {
    const xml = copy()
    expect(at(xml, `${PAYMENT}/InstdAgt/FinInstnId/BICFI`)).toBe('SOGEFRPP')
    expect(at(xml, 'Document/FIToFICstmrCdtTrf/GrpHdr/SttlmInf')).toEqual({
      SttlmMtd: 'INDA',
      SttlmAcct: { Id: { IBAN: 'FR1420041010050500013M02606' } },
    })
    expect(at(xml, `${PAYMENT}/CdtrAgt/FinInstnId/BICFI`)).toBe('CRLYFRPP')
  })

  it('has the address of the payer, the purpose and the code of the declaration', () => {
    const xml = copy()
    expect(at(xml, `${PAYMENT}/Dbtr/PstlAdr`)).toEqual({ Ctry: 'SN', AdrLine: ['Villa 12, Mermoz', 'Dakar'] })
    expect(at(xml, `${PAYMENT}/Cdtr/PstlAdr`)).toEqual({ Ctry: 'FR' })
    const moved = copy({ creditor_address: 'Rue 10\n12500 Dakar', creditor_address_country: 'SN' })
    expect(at(moved, `${PAYMENT}/Cdtr/PstlAdr`)).toEqual({ Ctry: 'SN', AdrLine: ['Rue 10', '12500 Dakar'] })
    expect(at(xml, `${PAYMENT}/Purp/Cd`)).toBe('GDDS')
    expect(at(xml, `${PAYMENT}/RgltryRptg/Dtls`)).toEqual({ Ctry: 'SN', Cd: '1Aa' })
  })

  it('uses the SWIFT character set', () => {
    const xml = copy()
    expect(at(xml, `${PAYMENT}/Cdtr/Nm`)).toBe('Soeurs + Fils SARL')
    expect(at(xml, `${PAYMENT}/RmtInf/Ustrd`)).toBe("Loyer d'aout - ete")
  })

  it('names an account without IBAN by its number', () => {
    const xml = copy({ creditor_iban: '123456789', creditor_country: 'US', correspondent_account: '400123456' })
    expect(at(xml, `${PAYMENT}/CdtrAcct/Id`)).toEqual({ Othr: { Id: '123456789' } })
    expect(at(xml, `${PAYMENT}/DbtrAcct/Id`)).toEqual({ IBAN: payment.debtor_iban })
    expect(at(xml, 'Document/FIToFICstmrCdtTrf/GrpHdr/SttlmInf/SttlmAcct/Id')).toEqual({ Othr: { Id: '400123456' } })
  })

  it('leaves the bank with its business application header', () => {
    const xml = paymentAbroadMessage(payment, context)
    expect(at(xml, 'RequestPayload/AppHdr')).toEqual({
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:head.001.001.02',
      Fr: { FIId: { FinInstnId: { BICFI: 'TERASNDA' } } },
      To: { FIId: { FinInstnId: { BICFI: 'SOGEFRPP' } } },
      BizMsgIdr: 'S260310-ABCDEFGH',
      MsgDefIdr: 'pacs.008.001.08',
      BizSvc: 'swift.cbprplus.02',
      CreDt: '2026-03-10T10:11:12+00:00',
    })
    expect(at(xml, `RequestPayload/${PAYMENT}/IntrBkSttlmDt`)).toBe('2026-03-12')
    expect(paymentAbroadMessage(payment, context)).toBe(xml)
  })
})

import { XMLParser } from 'fast-xml-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnReason } from 'contract/transfers/clearing.ts'
import { paymentReturn, statusReport } from '../../../test/test-clearing.ts'
import { XmlError } from '../../formats/xml.ts'
import { readAnswerMessage } from './answer-message.ts'
import {
  creditTransferMessage,
  type ClearingNetwork,
  type SentPayment,
  transactionIdOf,
} from '../../formats/pacs008.ts'
import { swiftText } from '../../formats/swift-text.ts'
import { type AnsweredPayment, type Answer, effectOf, paymentIdOf } from './clearing-rules.ts'

const ITEM: SentPayment = {
  id: '01a1fd81-86fa-72b4-8f5b-05229965be04',
  amount: 1_250_000,
  currency: 'XOF',
  settlement_date: '2026-03-10',
  end_to_end_id: 'V260310-7K3F9QTX',
  instruction_id: null,
  category_purpose: null,
  uetr: '3f2c1f0e-9a1b-4c2d-8e3f-0a1b2c3d4e5f',
  debtor_name: 'Awa Ndiaye',
  debtor_iban: 'SN08SN9990100310000110100169',
  creditor_name: 'Sokhna Diarra & Sœurs <SARL>',
  creditor_iban: 'SN08SN9980101010004610100147',
  creditor_bic: null,
  label: 'Loyer d’août – été',
}

const messageOf = (network: ClearingNetwork, item: Partial<SentPayment> = {}) =>
  creditTransferMessage(
    {
      network,
      message_id: 'C260310-ABCDEFGH',
      created_at: new Date('2026-03-10T10:11:12.345Z'),
      payment_count: 1,
      payment_sum: 1_250_000,
    },
    [{ ...ITEM, ...item }],
    { name: 'Banque Téranga', bic: 'TERASNDA' },
  )

const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: false, attributeNamePrefix: '@' })
/** The value at a path of elements. */
function at(xml: string, path: string): unknown {
  return path
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], parser.parse(xml))
}
const PAYMENT = 'Document/FIToFICstmrCdtTrf/CdtTrfTxInf'

describe('an outgoing message', () => {
  it('names payer, payee, amount and network', () => {
    const xml = messageOf('sica')
    const header = 'Document/FIToFICstmrCdtTrf/GrpHdr'
    expect(at(xml, 'Document/@xmlns')).toBe('urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08')
    expect(at(xml, `${header}/MsgId`)).toBe('C260310-ABCDEFGH')
    expect(at(xml, `${header}/CreDtTm`)).toBe('2026-03-10T10:11:12Z')
    expect(at(xml, `${header}/NbOfTxs`)).toBe('1')
    expect(at(xml, `${header}/CtrlSum`)).toBe('1250000')
    expect(at(xml, `${header}/SttlmInf/ClrSys/Prtry`)).toBe('SICA-UEMOA')
    expect(at(xml, `${PAYMENT}/PmtId/TxId`)).toBe('01a1fd8186fa72b48f5b05229965be04')
    expect(at(xml, `${PAYMENT}/PmtId/EndToEndId`)).toBe('V260310-7K3F9QTX')
    expect(at(xml, `${PAYMENT}/PmtId/UETR`)).toBe(ITEM.uetr)
    expect(at(xml, `${PAYMENT}/IntrBkSttlmAmt`)).toEqual({ '#text': '1250000', '@Ccy': 'XOF' })
    expect(at(xml, `${PAYMENT}/IntrBkSttlmDt`)).toBe('2026-03-10')
    expect(at(xml, `${PAYMENT}/Dbtr/Nm`)).toBe('Awa Ndiaye')
    expect(at(xml, `${PAYMENT}/DbtrAcct/Id/IBAN`)).toBe(ITEM.debtor_iban)
    expect(at(xml, `${PAYMENT}/DbtrAgt/FinInstnId/BICFI`)).toBe('TERASNDA')
    expect(at(xml, `${PAYMENT}/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId`)).toBe('SN998')
    expect(at(xml, `${PAYMENT}/Cdtr/Nm`)).toBe('Sokhna Diarra & Sœurs <SARL>')
    expect(at(xml, `${PAYMENT}/CdtrAcct/Id/IBAN`)).toBe(ITEM.creditor_iban)
    expect(at(xml, `${PAYMENT}/RmtInf/Ustrd`)).toBe('Loyer d’août – été')
  })

  it('has its elements in the order of the schema', () => {
    const order = Object.keys(at(messageOf('sica'), PAYMENT) as object)
    expect(order).toEqual(
      'PmtId IntrBkSttlmAmt IntrBkSttlmDt ChrgBr InstgAgt Dbtr DbtrAcct DbtrAgt CdtrAgt Cdtr CdtrAcct RmtInf'.split(
        ' ',
      ),
    )
  })

  it('has the same bytes each time', () => expect(messageOf('star')).toBe(messageOf('star')))
})

describe('SWIFT’s characters', () => {
  it('replace every other character of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(swiftText(text)).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
      }),
    )
  })
})

describe('a transaction id', () => {
  it('is converted from and to the id of the outgoing payment', () => {
    fc.assert(fc.property(fc.uuid(), (id) => paymentIdOf(transactionIdOf(id)) === id))
    for (const no of ['', 'x', 'a'.repeat(31), 'a'.repeat(33), 'g'.repeat(32)]) expect(paymentIdOf(no)).toBeNull()
  })
})

describe('an answer', () => {
  it('is read with its status and reason', () => {
    const xml = statusReport(
      'R1',
      [
        { tx: 't1', status: 'ACSC' },
        { tx: 't2', status: 'RJCT', reason: 'AC04' },
      ],
      { message: 'C1' },
    )
    expect(readAnswerMessage(Buffer.from(xml))).toEqual({
      kind: 'pacs.002',
      sender: '',
      message_id: 'R1',
      groups: [],
      answers: [
        { transaction_id: 't1', in_message: 'C1', kind: 'settled', status: 'ACSC', reason: null, money: null },
        { transaction_id: 't2', in_message: 'C1', kind: 'rejected', status: 'RJCT', reason: 'AC04', money: null },
      ],
    })
  })

  it('has a default reason when the bank gives none or an unknown code', () => {
    for (const reason of [undefined, '<script>']) {
      const xml = statusReport('R1', [{ tx: 't1', status: 'RJCT', ...(reason && { reason: `&lt;script&gt;` }) }])
      expect(readAnswerMessage(Buffer.from(xml)).answers[0]?.reason).toBe('MS03')
    }
    expect(returnReason('MS03').fr).toBe('motif non communiqué')
    expect(returnReason('constructor').en).toBe('reason constructor')
  })

  it('reads returned francs with and without decimals, and refuses fractions', () => {
    const returned = (amount: string) =>
      readAnswerMessage(Buffer.from(paymentReturn('R1', { tx: 't', amount, reason: 'AC04' })))
    expect(returned('40000').answers[0]?.money).toEqual({ amount: 40_000, currency: 'XOF' })
    expect(returned('40000.00').answers[0]?.money).toEqual({ amount: 40_000, currency: 'XOF' })
    for (const amount of ['40000.5', '-40000', '4e4', '', '9'.repeat(16)])
      expect(() => returned(amount)).toThrow(XmlError)
  })

  it('is read or refused with an XmlError, whatever is damaged in it', () => {
    const sound = statusReport('R1', [{ tx: 't1', status: 'RJCT', reason: 'AC04' }], { message: 'C1', status: 'PART' })
    fc.assert(
      fc.property(fc.nat(sound.length), fc.nat(20), fc.string(), (from, count, instead) => {
        try {
          readAnswerMessage(Buffer.from(sound.slice(0, from) + instead + sound.slice(from + count)))
        } catch (error) {
          expect(error).toBeInstanceOf(XmlError)
        }
      }),
    )
  })
})

describe('the effect of an answer', () => {
  const item = (state: AnsweredPayment['state']): AnsweredPayment => ({ state, amount: 100, currency: 'XOF' })
  const answer = (kind: Answer['kind'], money: Answer['money'] = null): Answer => ({
    transaction_id: 't',
    in_message: null,
    kind,
    status: 'X',
    reason: null,
    money,
  })

  it('never moves the money of a payment that was returned or not sent', () => {
    for (const kind of ['received', 'settled', 'rejected', 'returned'] as const)
      for (const state of ['queued', 'returned'] as const)
        expect(['note', 'contradict']).toContain(effectOf(item(state), answer(kind)))
  })

  it('is a return only if the amount is the whole amount', () => {
    expect(effectOf(item('settled'), answer('returned', { amount: 100, currency: 'XOF' }))).toBe('return')
    expect(effectOf(item('settled'), answer('returned', { amount: 99, currency: 'XOF' }))).toBe('contradict')
    expect(effectOf(item('settled'), answer('returned', { amount: 100, currency: 'EUR' }))).toBe('contradict')
  })
})

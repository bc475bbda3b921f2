// Simulates the other side of the clearing for tests: reads the bank's files, and answers them with files.
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { receiveAnswers } from '../src/domains/clearing/receive-answers.ts'
import { sendPayments } from '../src/domains/clearing/send-payments.ts'
import { transferListener } from '../src/domains/transfer-execution/transfer-clearing.ts'
import type { Db } from '../src/db/db.ts'
import type { Clock } from '../src/adapters/clock.ts'

export type SentPayment = {
  file: string
  message_id: string
  tx_id: string
  end_to_end_id: string
  uetr: string
  amount: string
  creditor: string
  iban: string | null
  /** Where the payee's country has no IBAN. */
  other_number: string | null
}

type Parsed = {
  /** The envelope of a message abroad. */
  RequestPayload?: Pick<Parsed, 'Document'>
  Document: {
    FIToFICstmrCdtTrf: {
      GrpHdr: { MsgId: string; NbOfTxs: string; CtrlSum?: string }
      CdtTrfTxInf: {
        PmtId: { EndToEndId: string; TxId: string; UETR: string }
        IntrBkSttlmAmt: string
        Cdtr: { Nm: string }
        CdtrAcct: { Id: { IBAN?: string; Othr?: { Id: string } } }
      }[]
    }
  }
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'CdtTrfTxInf' })

/** The payments in a file; throws where its own count or sum is wrong. */
export function paymentsOf(folder: string, file: string): SentPayment[] {
  const message = parser.parse(readFileSync(join(folder, file), 'utf8')) as Parsed
  const { GrpHdr, CdtTrfTxInf } = (message.RequestPayload ?? message).Document.FIToFICstmrCdtTrf
  const sum = CdtTrfTxInf.reduce((total, { IntrBkSttlmAmt }) => total + Number(IntrBkSttlmAmt), 0)
  if (Number(GrpHdr.NbOfTxs) !== CdtTrfTxInf.length || Number(GrpHdr.CtrlSum ?? sum) !== sum)
    throw new Error(`${file} does not count right`)
  return CdtTrfTxInf.map(({ PmtId, IntrBkSttlmAmt, Cdtr, CdtrAcct }) => ({
    file,
    message_id: GrpHdr.MsgId,
    tx_id: PmtId.TxId,
    end_to_end_id: PmtId.EndToEndId,
    uetr: PmtId.UETR,
    amount: IntrBkSttlmAmt,
    creditor: Cdtr.Nm,
    iban: CdtrAcct.Id.IBAN ?? null,
    other_number: CdtrAcct.Id.Othr?.Id ?? null,
  }))
}

export const paymentsIn = (folder: string) => filesIn(folder, '.xml').flatMap((file) => paymentsOf(folder, file))

export const filesIn = (folder: string, ending = '') => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
      .toSorted()
  } catch {
    return []
  }
}

type Status = { tx: string; status: string; reason?: string }

const xml = (type: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${type}">${body}</Document>\n`

const reasonXml = (name: string, code?: string) => (code ? `<${name}><Rsn><Cd>${code}</Cd></Rsn></${name}>` : '')
const header = (id: string) => `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-10T10:00:00Z</CreDtTm></GrpHdr>`

export const statusReport = (
  id: string,
  statuses: readonly Status[],
  of?: { message: string; status?: string; reason?: string },
) =>
  xml(
    'pacs.002.001.10',
    `<FIToFIPmtStsRpt>${header(id)}${
      of
        ? `<OrgnlGrpInfAndSts><OrgnlMsgId>${of.message}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>${
            of.status ? `<GrpSts>${of.status}</GrpSts>` : ''
          }${reasonXml('StsRsnInf', of.reason)}</OrgnlGrpInfAndSts>`
        : ''
    }${statuses
      .map(
        ({ tx, status, reason }) =>
          `<TxInfAndSts><OrgnlTxId>${tx}</OrgnlTxId><TxSts>${status}</TxSts>${reasonXml('StsRsnInf', reason)}</TxInfAndSts>`,
      )
      .join('')}</FIToFIPmtStsRpt>`,
  )

export const paymentReturn = (
  id: string,
  { tx, amount, reason, currency = 'XOF' }: { tx: string; amount: string; reason: string; currency?: string },
) =>
  xml(
    'pacs.004.001.09',
    `<PmtRtr>${header(id)}<TxInf><RtrId>${id}-1</RtrId><OrgnlTxId>${tx}</OrgnlTxId><RtrdIntrBkSttlmAmt Ccy="${currency}">${amount}</RtrdIntrBkSttlmAmt>${reasonXml(
      'RtrRsnInf',
      reason,
    )}</TxInf></PmtRtr>`,
  )

/** The two folders of a bank under test, and the worker's jobs on them. */
export function clearingAt(folder: string, { db, clock }: { db: Db; clock: Clock }) {
  const [outgoing, incoming] = [join(folder, 'out'), join(folder, 'in')]
  const ports = { db, clock, notify: transferListener({ portalUrl: 'https://banque.example/connect/' }) }
  return {
    outgoing,
    incoming,
    ports,
    send: () => sendPayments({ ...ports, folder: outgoing }),
    receive: () => receiveAnswers({ ...ports, folder: incoming }),
    /** Puts a file into the folder, old enough to be complete. */
    drop: (name: string, content: string | Buffer, ageSeconds = 120) => {
      mkdirSync(incoming, { recursive: true })
      const path = join(incoming, name)
      writeFileSync(path, content)
      const at = Date.now() / 1000 - ageSeconds
      utimesSync(path, at, at)
    },
    payments: () => paymentsIn(outgoing),
  }
}

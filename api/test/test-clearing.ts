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

type Incoming = {
  tx: string
  account: string
  amount?: string
  currency?: string
  instructed?: string
  category?: string
  debtor?: string
  label?: string
  bearer?: string
}
type Message = {
  id: string
  network?: 'sica' | 'swift'
  sender?: string
  to?: string
  count?: number
  sum?: string
  day?: string
}

/** Payments of another bank, as they come in a file. */
export const incomingPayments = (
  { id, network = 'sica', sender = 'CBAOSNDA', to = 'TERASNDA', day = '2026-03-10', ...declared }: Message,
  payments: readonly Incoming[],
) => {
  const agent = (name: string, bic: string) => `<${name}><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></${name}>`
  const settled =
    network === 'sica'
      ? '<SttlmMtd>CLRG</SttlmMtd><ClrSys><Prtry>SICA-UEMOA</Prtry></ClrSys>'
      : '<SttlmMtd>INDA</SttlmMtd>'
  const sum = payments.reduce((total, { amount = '40000' }) => total + Number(amount), 0)
  return xml(
    'pacs.008.001.08',
    `<FIToFICstmrCdtTrf><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-10T09:00:00Z</CreDtTm><NbOfTxs>${declared.count ?? payments.length}</NbOfTxs><CtrlSum>${declared.sum ?? String(sum)}</CtrlSum><IntrBkSttlmDt>${day}</IntrBkSttlmDt><SttlmInf>${settled}</SttlmInf>${agent('InstgAgt', sender)}${agent('InstdAgt', to)}</GrpHdr>${payments
      .map(
        ({
          tx,
          account,
          amount = '40000',
          currency = 'XOF',
          instructed = '',
          category,
          debtor = 'Société Baobab',
          label,
          bearer = 'SLEV',
        }) =>
          `<CdtTrfTxInf><PmtId><InstrId>I-${tx}</InstrId><EndToEndId>E2E-${tx}</EndToEndId><TxId>${tx}</TxId></PmtId>${
            category ? `<PmtTpInf><CtgyPurp><Cd>${category}</Cd></CtgyPurp></PmtTpInf>` : ''
          }<IntrBkSttlmAmt Ccy="${currency}">${amount}</IntrBkSttlmAmt>${instructed}<ChrgBr>${bearer}</ChrgBr><Dbtr><Nm>${debtor}</Nm></Dbtr><DbtrAcct><Id><IBAN>SN08SN9980101010004610100147</IBAN></Id></DbtrAcct>${agent('DbtrAgt', sender)}${agent('CdtrAgt', to)}<Cdtr><Nm>Awa Ndiaye</Nm></Cdtr><CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct>${
            label ? `<RmtInf><Ustrd>${label}</Ustrd></RmtInf>` : ''
          }</CdtTrfTxInf>`,
      )
      .join('')}</FIToFICstmrCdtTrf>`,
  )
}

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

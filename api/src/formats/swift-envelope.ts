// The envelope of SWIFT: the business application header head.001.001.02, then the document. Pure.
import * as z from 'zod/mini'
import type { Xml } from './xml.ts'

/** A moment with its offset, as CBPR+ requires: the bank's time is UTC. */
export const swiftMoment = (at: Date) => `${at.toISOString().slice(0, 19)}+00:00`

type Header = {
  from: string
  to: string
  message_id: string
  name: 'pacs.008.001.08' | 'pacs.004.001.09'
  created_at: Date
}

const party = (name: string, bic: string): Xml => [name, [['FIId', [['FinInstnId', [['BICFI', bic]]]]]]]

/** The element of a message between two banks. */
export const swiftEnvelope = ({ from, to, message_id, name, created_at }: Header, document: Xml): Xml => [
  'RequestPayload',
  [
    [
      'AppHdr',
      [
        party('Fr', from),
        party('To', to),
        ['BizMsgIdr', message_id],
        ['MsgDefIdr', name],
        ['BizSvc', 'swift.cbprplus.02'],
        ['CreDt', swiftMoment(created_at)],
      ],
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:head.001.001.02' },
    ],
    document,
  ],
]

const Elements = z.record(z.string(), z.unknown())

/** The document of a received file, with or without an envelope; empty where there is none. */
export function documentIn(root: Record<string, unknown>): Record<string, unknown> {
  const envelope = Elements.safeParse(root['RequestPayload'] ?? root['BizMsgEnvlp']).data ?? root
  return Elements.safeParse(envelope['Document']).data ?? {}
}

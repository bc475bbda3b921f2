// Simulates the other banks for the demo bank only: reads the files of outgoing payments and writes answers. The worker
// of a real bank never runs it: it requires the demo's environment and the mark that the demo's seed stores.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { newId } from '../adapters/ids.ts'
import { listFiles, moveFile, writeWhole } from '../adapters/whole-files.ts'
import { documentIn } from '../formats/swift-envelope.ts'
import { readXml, writeXml, type Xml } from '../formats/xml.ts'

/** A payee of this kind has a closed account: the payment is returned. The demo bank has one such beneficiary. */
const CLOSED = /compte clos/i

const Payments = z.object({
  FIToFICstmrCdtTrf: z.object({
    GrpHdr: z.object({ MsgId: z.string(), CreDtTm: z.string() }),
    CdtTrfTxInf: z.array(z.object({ PmtId: z.object({ TxId: z.string() }), Cdtr: z.object({ Nm: z.string() }) })),
  }),
})

/** The answer to one of our files: the same for every call. */
function answerTo(content: Buffer): { message_id: string; xml: string } {
  const { FIToFICstmrCdtTrf: message } = Payments.parse(documentIn(readXml(content, ['CdtTrfTxInf'])))
  const { MsgId, CreDtTm } = message.GrpHdr
  const message_id = `R-${MsgId}`
  const statuses = message.CdtTrfTxInf.map(({ PmtId, Cdtr }): Xml => {
    const isClosed = CLOSED.test(Cdtr.Nm)
    return [
      'TxInfAndSts',
      [
        ['OrgnlTxId', PmtId.TxId],
        ['TxSts', isClosed ? 'RJCT' : 'ACSC'],
        isClosed ? ['StsRsnInf', [['Rsn', [['Cd', 'AC04']]]]] : null,
      ],
    ]
  })
  const report: Xml = [
    'FIToFIPmtStsRpt',
    [
      [
        'GrpHdr',
        [
          ['MsgId', message_id],
          ['CreDtTm', CreDtTm],
          ['InstgAgt', [['FinInstnId', [['BICFI', 'DEMOSNDA']]]]],
        ],
      ],
      [
        'OrgnlGrpInfAndSts',
        [
          ['OrgnlMsgId', MsgId],
          ['OrgnlMsgNmId', 'pacs.008.001.08'],
        ],
      ],
      ...statuses,
    ],
  ]
  return {
    message_id,
    xml: writeXml(['Document', [report], { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10' }]),
  }
}

const AFTER_MS = 4_000

/** Answers the files that are some seconds old, then moves them away as a transport would. */
export async function simulateClearing(
  { outgoing, incoming }: { outgoing: string; incoming: string },
  now = Date.now(),
): Promise<void> {
  for (const name of await listFiles(outgoing, '.xml')) {
    const path = join(outgoing, name)
    if (now - (await stat(path)).mtimeMs < AFTER_MS) continue
    const { message_id, xml } = answerTo(await readFile(path))
    await writeWhole(incoming, `${message_id}.pacs.002.xml`, xml, newId())
    await moveFile(path, join(outgoing, 'taken'), name, newId())
  }
}

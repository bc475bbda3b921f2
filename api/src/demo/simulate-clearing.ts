// Plays the other banks for the demo bank, and for it alone: it takes what leaves and answers as they would. A real bank
// never runs it: the worker asks both for the demo's environment and for the mark that the demo's seed leaves.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { newId } from '../adapters/ids.ts'
import { listFiles, moveFile, writeWhole } from '../adapters/whole-files.ts'
import { readXml, writeXml, type Xml } from '../formats/xml.ts'

/** A payee of this kind has closed the account: the payment comes back. The demo bank has one. */
const CLOSED = /compte clos/i

const Payments = z.object({
  FIToFICstmrCdtTrf: z.object({
    GrpHdr: z.object({ MsgId: z.string(), CreDtTm: z.string() }),
    CdtTrfTxInf: z.array(z.object({ PmtId: z.object({ TxId: z.string() }), Cdtr: z.object({ Nm: z.string() }) })),
  }),
})

/** The answer to a file of ours: the same for every call. */
function answerTo(content: Buffer): { message_id: string; xml: string } {
  const { FIToFICstmrCdtTrf: message } = Payments.parse(readXml(content, ['CdtTrfTxInf'])['Document'])
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

/** Answers the files that have lain in the folder for some seconds, then puts them aside as a transport would. */
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

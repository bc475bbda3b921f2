// Answers the banks of creditors: the outcome of each collection, and each refund, once.
import { byBank, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { writeWhole } from '../../adapters/whole-files.ts'
import {
  type Answered,
  insertAnswer,
  type LineToAnswer,
  listAnsweredLines,
  listAnswersToWrite,
  lockLinesToAnswer,
  lockLinesToReturn,
  markReturned,
  markStatusReported,
  markWritten,
} from './answer-store.ts'
import { collectionAnswer, fileNameOf } from './collection-answer.ts'

const AT_ONCE = 10_000

type Ports = { db: Db; clock: Clock }
export type WrittenAnswer = Pick<Answered, 'kind' | 'sender' | 'message_id'> & { file: string; lines: number }

/** One answer covers one message to one bank. */
const groupByMessage = <Line extends Pick<Answered, 'sender' | 'message_id' | 'creditor_bic'>>(
  lines: readonly Line[],
) =>
  Map.groupBy(lines, ({ sender, message_id, creditor_bic }) =>
    JSON.stringify([sender, message_id, creditor_bic]),
  ).values()

async function begin(
  tx: Tx,
  kind: Answered['kind'],
  lines: readonly Pick<LineToAnswer, 'sender' | 'message_id' | 'creditor_bic'>[],
  at: Date,
) {
  const [first] = lines
  if (!first) throw new Error('an answer speaks of nothing')
  const { sender, message_id, creditor_bic } = first
  const answer: Answered = { id: newId(), kind, sender, message_id, creditor_bic, created_at: at }
  await insertAnswer(tx, answer)
  const facts = { kind, sender, message_id, lines: lines.length }
  await recordEvent(tx, { at, ...byBank, account_id: null, action: 'debit.answer', subject_id: answer.id, facts })
  return answer
}

/** Creates the answers of up to ten thousand lines; answers how many. */
function createDueAnswers({ db, clock }: Ports): Promise<number> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    const ended = await lockLinesToAnswer(tx, AT_ONCE)
    for (const lines of groupByMessage(ended))
      await markStatusReported(tx, await begin(tx, 'pacs.002', lines, at), lines)
    const returned = await lockLinesToReturn(tx, AT_ONCE)
    for (const lines of groupByMessage(returned)) {
      const places = lines.map(({ place }) => place)
      await markReturned(tx, await begin(tx, 'pacs.004', lines, at), places)
    }
    return ended.length + returned.length
  })
}

/** Writes the recorded answers that are not on disk yet: after a crash the same file again, with the same bytes. */
async function writeAnswers({ db, clock }: Ports, folder: string): Promise<WrittenAnswer[]> {
  const { bic } = await getBankIdentity(db)
  const written: WrittenAnswer[] = []
  for (const answer of await listAnswersToWrite(db)) {
    const [lines, file] = [await listAnsweredLines(db, answer), fileNameOf(answer)]
    await writeWhole(folder, file, collectionAnswer(answer, lines, bic), newId())
    await markWritten(db, answer.id, clock.now())
    written.push({ kind: answer.kind, sender: answer.sender, message_id: answer.message_id, file, lines: lines.length })
  }
  return written
}

/** Writes the answers of all ended collections to this folder; answers which. */
export async function answerCreditors(ports: Ports, folder: string): Promise<WrittenAnswer[]> {
  while ((await createDueAnswers(ports)) > 0);
  return writeAnswers(ports, folder)
}

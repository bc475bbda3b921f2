// What the bank does without being asked.
import { join } from 'node:path'
import { type QueuedMail, sendNextMail } from './db/mails.ts'
import { getBankIdentity } from './db/bank-identity.ts'
import { sweep } from './db/sweep.ts'
import { isDemoBank } from './domains/clearing/clearing-store.ts'
import { playCounterpart } from './domains/clearing/demo-counterpart.ts'
import { lapseTopups, runDueTopup } from './domains/cards/run-topups.ts'
import { lapseChequebooks, playPrintShop } from './domains/chequebooks/run-orders.ts'
import { receiveAnswers } from './domains/clearing/receive-answers.ts'
import { sendItems } from './domains/clearing/send-items.ts'
import { playAdvisor } from './domains/inbox/demo-advisor.ts'
import { runInstalments } from './domains/credits/run-instalments.ts'
import { receiveCollections } from './domains/debits/present-collections.ts'
import { runCollections } from './domains/debits/run-collections.ts'
import { payDepositInterest } from './domains/deposits/pay-interest.ts'
import { categoriseNewOperations } from './domains/operations/categorise-by-rule.ts'
import { answerPasswordRequest } from './domains/session/ask-for-password.ts'
import { sweepDrafts } from './domains/transfers/import-store.ts'
import { produceStatements } from './domains/statements/produce-statements.ts'
import { lapseTransfers } from './domains/transfers/lapse-transfers.ts'
import { remindValidators } from './domains/transfers/remind-validators.ts'
import { settleBatches } from './domains/transfers/book-batches.ts'
import { runDueTransfers } from './domains/transfers/run-transfers.ts'
import { lapseBatches } from './domains/transfers/sign-batch.ts'
import { transferListener } from './domains/transfers/transfer-clearing.ts'
import type { Clock } from './outside/clock.ts'
import { openPostOffice } from './outside/post-office.ts'
import type { Running } from './process.ts'
import { repeat } from './repeat.ts'

const SWEEP_EVERY_MS = 60_000
const MAILS_EVERY_MS = 1_000
const ORDERS_EVERY_MS = 1_000
const CLEARING_EVERY_MS = 2_000
const RULES_EVERY_MS = 3_000

/** Starts all of it; answers how to stop. */
export async function startWorks({ config, log, db }: Running, clock: Clock): Promise<() => Promise<void>> {
  const post = openPostOffice({ smtpUrl: config.smtpUrl, folder: config.mailFolder })
  const onFault = (work: string) => (fault: unknown) => log.error({ err: fault }, `${work} failed`)

  async function send(mail: QueuedMail): Promise<void> {
    const { name, email } = await getBankIdentity(db)
    await post.send({ ...mail, from: { name, address: email } })
  }
  async function sendMails(): Promise<void> {
    for (;;) {
      const outcome = await sendNextMail(db, send, clock.now())
      if (outcome === 'failed') log.warn('an e-mail did not leave; it is tried again')
      if (outcome === 'none') return
    }
  }

  const ports = { db, clock }
  async function runOrders(): Promise<void> {
    for (let taken = 1; taken > 0; taken = await runDueTransfers(ports));
    await settleBatches(ports)
  }
  async function takeInstalments(): Promise<void> {
    while ((await runInstalments({ ...ports, portalUrl: config.portalUrl })) > 0);
  }
  async function takeCollections(): Promise<void> {
    while ((await runCollections({ ...ports, portalUrl: config.portalUrl })) > 0);
  }
  async function payInterest(): Promise<void> {
    while ((await payDepositInterest(ports)) > 0);
  }
  async function runTopups(): Promise<void> {
    while (await runDueTopup(ports));
  }
  async function answerPasswordRequests(): Promise<void> {
    while (await answerPasswordRequest({ db, portalUrl: config.portalUrl }, clock.now()));
  }

  const clearing = { ...ports, tell: transferListener(config) }
  const [outgoing, incoming] = [join(config.clearingFolder, 'out'), join(config.clearingFolder, 'in')]
  async function receive(): Promise<void> {
    const taken = await receiveAnswers({ ...clearing, folder: incoming })
    if (taken > 0) log.info({ taken }, 'answers of the networks')
  }
  async function receiveDebits(): Promise<void> {
    const taken = await receiveCollections({ ...ports, folder: join(incoming, 'collections') })
    if (taken > 0) log.info({ taken }, 'files of direct debits')
  }
  async function writeStatements(): Promise<void> {
    const written = await produceStatements(ports)
    if (written > 0) log.info({ written }, 'statements of accounts')
  }
  const isDemo = config.isDemo && (await isDemoBank(db))

  const works = [
    repeat(runOrders, ORDERS_EVERY_MS, onFault('running the orders that are due')),
    repeat(runTopups, ORDERS_EVERY_MS, onFault('running the top-ups that are due')),
    repeat(() => sendItems({ ...clearing, folder: outgoing }), CLEARING_EVERY_MS, onFault('sending payments to the networks')),
    repeat(receive, CLEARING_EVERY_MS, onFault('reading the answers of the networks')),
    ...(isDemo
      ? [
          repeat(() => playCounterpart({ outgoing, incoming }), CLEARING_EVERY_MS, onFault('playing the other banks')),
          repeat(() => playAdvisor(ports), CLEARING_EVERY_MS, onFault('playing the managers')),
          repeat(() => playPrintShop(ports), CLEARING_EVERY_MS, onFault('playing the print shop')),
        ]
      : []),
    repeat(async () => log.debug(await sweep(db, clock.now()), 'swept'), SWEEP_EVERY_MS, onFault('the sweep')),
    repeat(takeInstalments, SWEEP_EVERY_MS, onFault('taking the instalments of credits')),
    repeat(receiveDebits, CLEARING_EVERY_MS, onFault('reading the direct debits that creditors present')),
    repeat(takeCollections, SWEEP_EVERY_MS, onFault('taking direct debits')),
    repeat(payInterest, SWEEP_EVERY_MS, onFault('paying the interest of deposits')),
    repeat(() => categoriseNewOperations(db), RULES_EVERY_MS, onFault('categorising by rules')),
    repeat(writeStatements, SWEEP_EVERY_MS, onFault('writing statements')),
    repeat(async () => void (await lapseTransfers(ports)), SWEEP_EVERY_MS, onFault('refusing what nobody signed')),
    repeat(async () => void (await lapseTopups(ports)), SWEEP_EVERY_MS, onFault('ending top-ups that nobody signed')),
    repeat(async () => void (await lapseChequebooks(ports)), SWEEP_EVERY_MS, onFault('ending orders that nobody signed')),
    repeat(async () => void (await lapseBatches(ports)), SWEEP_EVERY_MS, onFault('refusing batches that nobody signed')),
    repeat(async () => void (await sweepDrafts(db, clock.now())), SWEEP_EVERY_MS, onFault('sweeping drafts')),
    repeat(
      async () => void (await remindValidators({ ...ports, portalUrl: config.portalUrl })),
      SWEEP_EVERY_MS,
      onFault('reminding validators'),
    ),
    repeat(answerPasswordRequests, MAILS_EVERY_MS, onFault('answering those who forgot their password')),
    repeat(sendMails, MAILS_EVERY_MS, onFault('sending e-mails')),
  ]
  process.send?.({ ready: true })
  log.info('working')
  return async () => {
    await Promise.all(works.map((stop) => stop()))
    post.close()
  }
}

// Commands that post and announce operations from files of the bank's other systems.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { transaction } from '../db/transaction.ts'
import type { Tx } from '../db/db.ts'
import { printedNumber } from '../domains/chequebooks/chequebook-rules.ts'
import { listStopped } from '../domains/chequebooks/chequebook-store.ts'
import { findInternalAccounts, lockBalances, type NewEntry, type NewPosting, post } from '../ledger/ledger-store.ts'
import { authorise, settleAuthorisations } from '../domains/operations/card-authorisations.ts'
import { holdDepositedCheques, releaseUnpaidCheques } from '../domains/operations/cheques-in-collection.ts'
import { businessDate } from '../adapters/clock.ts'
import { type Command, type OperatorPorts, recordAct } from './command.ts'
import { Refused } from '../refused.ts'
import { readOperationFile } from '../domains/operations/files/operation-file.ts'
import {
  type FileAccount,
  getTaxes,
  insertFile,
  insertLines,
  listAccountsByIban,
  type PostedLine,
} from '../domains/operations/files/operation-file-store.ts'
import { postingOf } from '../domains/operations/files/operation-posting.ts'

/** What a posted line moves on the customer's account. */
function lineOf(line: number, account: FileAccount | undefined, posting: NewPosting | undefined): PostedLine[] {
  if (!account || !posting) return []
  const own = posting.entries.filter(({ account_id }) => account_id === account.id)
  return [
    {
      line,
      account_id: account.id,
      amount: own.reduce((sum, { amount }) => sum + amount, 0),
      posting_id: posting.id,
    },
  ]
}

const CHEQUE_NUMBER = /(?<!\d)\d{7}(?!\d)/g

/** Refuses a file that pays a stopped cheque. The accounts are locked: a stop is either seen here, or finds the cheque paid. */
async function refuseStoppedCheques(tx: Tx, booked: readonly (NewEntry & { line: number })[]): Promise<void> {
  const cheques = booked.flatMap(({ account_id, type, amount, label, line }) =>
    type === 'cheque_out' && amount < 0
      ? (label.match(CHEQUE_NUMBER) ?? []).map((number) => ({ account_id, number: Number(number), line }))
      : [],
  )
  if (cheques.length === 0) return
  const [stopped] = await listStopped(tx, cheques)
  const found = cheques.find(
    ({ account_id, number }) => account_id === stopped?.account_id && number === stopped.number,
  )
  if (found)
    throw new Refused(
      `line ${found.line}: the cheque ${printedNumber(found.number)} is stopped; no line of the file is posted`,
    )
}

/** Posts every line of a file in one transaction, or none. The same file again changes nothing. */
export function postOperations(
  ports: OperatorPorts,
  name: string,
  bytes: Buffer,
): Promise<{ format: string; lines: number; accounts: number; is_new: boolean }> {
  const { format, lines } = readOperationFile(bytes)
  const digest = createHash('sha256').update(bytes).digest()
  return transaction(ports.db, async (tx) => {
    const at = ports.clock.now()
    const found = await listAccountsByIban(tx, [...new Set(lines.map(({ iban }) => iban))])
    const accounts = new Map(found.map((account) => [account.iban, account]))
    const said = { format, lines: lines.length, accounts: accounts.size }
    if (
      !(await insertFile(tx, {
        digest,
        name: basename(name).slice(0, 255),
        format,
        line_count: lines.length,
        posted_at: at,
      }))
    )
      return { ...said, is_new: false }
    const internal = await findInternalAccounts(tx)
    const hex = digest.toString('hex')
    const scene = { taxes: await getTaxes(tx), day: businessDate(ports.clock), at, internal, accounts }
    // The key contains the file's digest and the line.
    const postings = lines.map((one) => postingOf(one, `file:${hex}:${one.line}`, scene))
    await lockBalances(
      tx,
      found.map(({ id }) => id),
    )
    const paidByCard = lines.flatMap(({ type }, index) => (type === 'card' ? (postings[index]?.entries[1] ?? []) : []))
    await settleAuthorisations(tx, paidByCard, at)
    const booked = postings.flatMap(({ entries: [, entry] }, index) =>
      entry ? [{ ...entry, line: lines[index]?.line ?? 0 }] : [],
    )
    await refuseStoppedCheques(tx, booked)
    await releaseUnpaidCheques(tx, booked, at)
    const outcomes = await post(tx, postings)
    const index = outcomes.findIndex((outcome) => outcome !== 'posted')
    if (index >= 0)
      throw new Refused(
        `line ${lines[index]?.line}: ${outcomes[index] === 'repeated' ? 'it was posted before' : `insufficient funds on the account ${lines[index]?.iban}`}; no line of the file is posted`,
      )
    await insertLines(
      tx,
      digest,
      lines.flatMap(({ line, iban }, position) => lineOf(line, accounts.get(iban), postings[position])),
    )
    await holdDepositedCheques(tx, booked, scene)
    for (const { id, iban } of found) {
      const facts = {
        file_name: basename(name),
        operations: lines.filter((one) => one.iban === iban).length,
        digest: hex,
      }
      await recordAct(tx, ports, { action: 'operations.post', subject_id: id, account_id: id, facts })
    }
    return { ...said, is_new: true }
  })
}

/** Holds the amount of every authorised card payment of a file, or of none. A known authorisation stays unchanged. */
export function announceCardPayments(ports: OperatorPorts, bytes: Buffer): Promise<{ lines: number; held: number }> {
  const { lines } = readOperationFile(bytes)
  return transaction(ports.db, async (tx) => {
    const at = ports.clock.now()
    const found = await listAccountsByIban(tx, [...new Set(lines.map(({ iban }) => iban))])
    const accounts = new Map(found.map((account) => [account.iban, account]))
    const [internal, taxes] = [await findInternalAccounts(tx), await getTaxes(tx)]
    const scene = { taxes, day: businessDate(ports.clock), at, internal, accounts }
    await lockBalances(
      tx,
      found.map(({ id }) => id),
    )
    const held = new Map<string, number>()
    for (const one of lines) {
      const [, entry] = postingOf(one, '', scene).entries
      const wrong = (what: string) => new Refused(`line ${one.line}: ${what}; no line of the file is announced`)
      if (!entry || entry.type !== 'card' || entry.amount >= 0)
        throw wrong('only card payments with a negative amount are announced')
      if (entry.reference === null) throw wrong('the reference of the authorisation is missing')
      const { account_id, label, counterparty, amount, reference, value_date } = entry
      const outcome = await authorise(
        tx,
        { account_id, intraday_id: reference, label, counterparty, amount, expected_on: value_date },
        at,
      )
      if (outcome === 'declined') throw wrong(`insufficient funds on the account ${one.iban}`)
      if (outcome === 'held') held.set(account_id, (held.get(account_id) ?? 0) + 1)
    }
    for (const [id, operations] of held)
      await recordAct(tx, ports, {
        action: 'operations.announce',
        subject_id: id,
        account_id: id,
        facts: { operations },
      })
    return { lines: lines.length, held: [...held.values()].reduce((sum, count) => sum + count, 0) }
  })
}

/** Reads a file that an operator named. */
export async function readNamed(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`the file ${path} cannot be read (${error.code ?? error.message})`, { cause: error })
  })
}

export const operationCommands: readonly Command[] = [
  {
    name: 'operations announce',
    summary: 'Holds the amounts of a file’s card payments that are authorised and not booked yet: all of them or none.',
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const announced = await announceCardPayments(ports, await readNamed(path))
      return { rows: [announced], said: `${announced.held} card payments are held.` }
    },
  },
  {
    name: 'operations post',
    summary: 'Posts the operations of a file, CSV or camt.053: all of them or none; each file once.',
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const { is_new, ...posted } = await postOperations(ports, path, await readNamed(path))
      return {
        rows: [{ ...posted, posted: is_new }],
        said: is_new ? `${posted.lines} operations were posted.` : 'This file was posted before: nothing was changed.',
      }
    },
  },
]

// Keeps the state of the AIP simulator in memory and in a file of changes, so that it survives a kill at any moment.
import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import type { AipCall, AipCallPath } from '../../formats/instant/aip-calls.ts'
import type { AipCallbackPath } from '../../formats/instant/aip-callbacks.ts'
import type { AliasKind, Holder, ParticipantState } from './demo-directory.ts'

/** A payment between participants. */
export type SimulatedTransfer = {
  endToEndId: string
  payerMember: string
  payeeMember: string
  amount: number
  /** The msgId of the order, and of the order as it was sent on to the payee's bank; null where there was none. */
  orderId: string | null
  forwardedId: string | null
  requestId: string | null
  /** ACCC and RJCT are final; `waiting` for the payee's bank. */
  state: 'waiting' | 'ACCC' | 'RJCT'
  reason: string | null
  /** When it was or will be decided, in milliseconds. */
  decidedAt: number
  /** Questions for its state are not answered before this many came; null: never. */
  answersFrom: number | null
  questions: number
  payeeAccount: string
  /** The bodies of an order, for the return and the account of the payee. */
  order: AipCall<'/transferts'> | null
}

export type SimulatedRequest = {
  endToEndId: string
  identifier: string
  msgId: string
  forwardedId: string | null
  /** Who is to pay, and who asks. */
  payerMember: string
  payeeMember: string
  amount: number
  payable: number
  state: 'open' | 'paid' | 'refused'
  reason: string | null
  body: AipCall<'/demandes-paiements'>
}

export type SimulatedReturn = {
  endToEndId: string
  /** The msgId under which the request came to the payee's bank; null for money sent back without a request. */
  requestedId: string | null
  state: 'open' | 'returned' | 'refused'
  amount: number
  reason: string
  at: number
}

export type SimulatedClaim = {
  id: string
  alias: string
  holder: string
  claimant: string
  state: 'INITIEE' | 'ACCEPTEE' | 'REJETEE'
  createdAt: string
}

/** An alias that is no longer as in the demo's directory; without a holder it was removed. */
export type StoredAlias = { value: string; kind: AliasKind; holder: Holder | null; createdAt: string }

/** Something that happens at a moment, in milliseconds. */
export type Task = { at: number } & (
  | { kind: 'callback'; path: AipCallbackPath; body: object }
  | { kind: 'pay-request'; endToEndId: string }
  | { kind: 'decide-claim'; id: string; accepts: boolean }
)

/** A payment that waits for the name behind an account number of the bank. */
export type PendingPayment = { iban: string; amount: number; from: string; purpose: string | null; endToEndId: string }

export type Tables = {
  messages: { path: AipCallPath; at: number }
  aliases: StoredAlias
  transfers: SimulatedTransfer
  requests: SimulatedRequest
  returns: SimulatedReturn
  claims: SimulatedClaim
  participants: ParticipantState
  pending: PendingPayment
  tasks: Task
  /** Contradictions of the bank, and callbacks that it refused: none in a bank that is right. */
  conflicts: { at: number; text: string }
}
type TableName = keyof Tables

/** A row, or null to remove it. */
export type Change = { [Name in TableName]: { table: Name; key: string; row: Tables[Name] | null } }[TableName]

export type SimulatorStore = {
  get: <Name extends TableName>(table: Name, key: string) => Tables[Name] | undefined
  rows: <Name extends TableName>(table: Name) => ReadonlyMap<string, Tables[Name]>
  /** Applies the changes at once, and resolves when they are on the disk. */
  commit: (changes: readonly Change[]) => Promise<void>
  /** Resolves when everything that was applied so far is on the disk. */
  flushed: () => Promise<void>
  close: () => Promise<void>
}

type Contents = { [Name in TableName]: Map<string, Tables[Name]> }

const emptyContents = (): Contents => ({
  messages: new Map(),
  aliases: new Map(),
  transfers: new Map(),
  requests: new Map(),
  returns: new Map(),
  claims: new Map(),
  participants: new Map(),
  pending: new Map(),
  tasks: new Map(),
  conflicts: new Map(),
})

function apply(contents: Contents, { table, key, row }: Change): void {
  // The row of a change is of the type of its table.
  const rows = contents[table] as Map<string, unknown>
  if (row === null) rows.delete(key)
  else rows.set(key, row)
}

/** The changes of a line, or null for a line that a kill has cut: it was never acknowledged. */
function changesIn(line: string): Change[] | null {
  try {
    return JSON.parse(line) as Change[]
  } catch {
    return null
  }
}

async function readContents(path: string): Promise<Contents> {
  const contents = emptyContents()
  const text = await readFile(path, 'utf8').catch(() => '')
  for (const line of text.split('\n')) for (const change of changesIn(line) ?? []) apply(contents, change)
  return contents
}

/** Writes the state as one line into a new file that replaces the old one. */
async function compact(path: string, contents: Contents): Promise<FileHandle> {
  const changes = Object.entries(contents).flatMap(([table, rows]) =>
    [...rows].map(([key, row]) => ({ table, key, row })),
  )
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.appendFile(`${JSON.stringify(changes)}\n`)
  await file.datasync()
  await rename(`${path}.new`, path)
  return file
}

/** Opens the state of a file, or an empty one. One process at a time. */
export async function openStore(path: string): Promise<SimulatorStore> {
  const contents = await readContents(path)
  const file = await compact(path, contents)
  let lines: string[] = []
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  /** Writes everything that came since the last write with one flush of the disk. */
  async function write(): Promise<void> {
    await writing.catch(() => undefined)
    next = null
    const batch = lines
    lines = []
    await file.appendFile(batch.join(''))
    await file.datasync()
  }

  return {
    get: (table, key) => contents[table].get(key),
    rows: (table) => contents[table],
    commit(changes) {
      if (changes.length === 0) return Promise.resolve()
      for (const change of changes) apply(contents, change)
      lines.push(`${JSON.stringify(changes)}\n`)
      if (!next) {
        const written = write()
        next = written
        writing = written
      }
      return next
    },
    flushed: () => next ?? writing,
    async close() {
      await writing.catch(() => undefined)
      await file.close()
    },
  }
}

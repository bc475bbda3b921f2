// Selects the events that a reader may receive, and compares cursors of what was received. Pure.
import type { LiveKind } from 'contract/live.ts'
import { liveKinds } from 'contract/live.ts'
import type { Right } from 'contract/rights.ts'

/** The right that is needed to receive an event. Null: any right on the account. */
const rightOf: Record<LiveKind, Right | null> = {
  balance: null,
  transfers: 'transfers',
  batches: 'transfers',
  beneficiaries: 'transfers',
  messages: 'inbox',
  cards: 'payment-methods',
  chequebooks: 'payment-methods',
  debits: 'debits',
  statements: 'statements',
  deposits: 'dat',
  credits: 'credits',
  aliases: 'rib',
  alerts: null,
  access: null,
}

export const isLiveKind = (kind: string): kind is LiveKind => liveKinds.some((one) => one === kind)

/** Whether a user with these rights on an account receives the event. */
export function receivesEvent(kind: LiveKind, rights: ReadonlySet<string>): boolean {
  const right = rightOf[kind]
  // Blocking or opening an account concerns every user who is named on it.
  return kind === 'access' || (right === null ? rights.size > 0 : rights.has(right))
}

/** The cursor of a reader: the time by the database's clock, and the snapshot of the transactions seen. */
export type Cursor = { at: number; snapshot: string }

const CURSOR = /^(\d{1,12})\.((\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?))$/
const LONGEST_CURSOR = 8_000

export const writeCursor = ({ at, snapshot }: Cursor) => `${at}.${snapshot}`

/** Parses a Last-Event-ID; null where it is not valid. A valid one is a snapshot that PostgreSQL accepts. */
export function readCursor(text: string): Cursor | null {
  const [, at, snapshot, lowest = '', next = '', running = ''] =
    (text.length <= LONGEST_CURSOR && CURSOR.exec(text)) || []
  if (at === undefined || snapshot === undefined) return null
  const [least, end] = [BigInt(lowest), BigInt(next)]
  const numbers = running === '' ? [] : running.split(',').map(BigInt)
  const isInOrder = numbers.every(
    (number, index) => number >= least && number < end && (index === 0 || number > (numbers[index - 1] ?? end)),
  )
  return least > 0n && least <= end && isInOrder ? { at: Number(at), snapshot } : null
}

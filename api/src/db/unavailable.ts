// Distinguishes errors of an unavailable database from errors of our own.
import pg from 'pg'

/** Codes of Node for a connection that fails, and of PostgreSQL (appendix A of its manual). */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // read_only_sql_transaction: the address leads to a standby.
  '25006',
  // idle_in_transaction_session_timeout, transaction_timeout.
  '25P03',
  '25P04',
  // serialization_failure and deadlock_detected, after the last attempt.
  '40001',
  '40P01',
  // lock_not_available, query_canceled (by a time limit).
  '55P03',
  '57014',
  // admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // io_error.
  '58030',
])

/** connection_exception, insufficient_resources (a full disk, no memory, too many connections). */
const CLASSES = new Set(['08', '53'])

// The driver gives these no code.
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after calling end/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the database, or the way to it, is the cause: the same call can succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    CODES.has(code) ||
    (error instanceof pg.DatabaseError && CLASSES.has(code.slice(0, 2))) ||
    (error instanceof Error && MESSAGES.test(error.message))
  )
}

/** Whether its disk could not store what the database was given: a check that writes to another file may not notice. */
export const isUnwritable = (error: unknown): boolean => ['53100', '58030'].includes(codeOf(error))

/** Whether a connection must be closed after this error, because the next statement on it would fail as well. */
export const isLost = (error: unknown): boolean => codeOf(error) === '25006'

/** Whether the statement waited too long for others, or ran too long: without its neighbours in a batch it may succeed. */
export const isBlocked = (error: unknown): boolean => ['55P03', '57014'].includes(codeOf(error))

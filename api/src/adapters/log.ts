// Writes the log: one JSON line per event. It contains no personal data: errors are logged without the values that
// caused them.
import { type DestinationStream, type Logger, pino } from 'pino'

const REDACTED = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.confirmation']
/** PostgreSQL includes the invalid value in its message. */
const DATA_EXCEPTION = /^22/

type LoggedError = { type: string; message: string; stack: string; cause?: LoggedError } & Partial<
  Record<(typeof kept)[number], unknown>
>
const kept = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'statusCode',
] as const

/**
 * Formats an error for the log: type, message and stack. Details of the database are omitted, because they contain
 * whole rows of customers ("Failing row contains ...").
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: '' }
  const known = Object.fromEntries(kept.flatMap((name) => (name in error ? [[name, Reflect.get(error, name)]] : [])))
  const isOfData = typeof known['code'] === 'string' && DATA_EXCEPTION.test(known['code'])
  return {
    type: error.name,
    message: isOfData ? `the database refused a value (${String(known['code'])})` : error.message,
    // The first lines of the stack repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...known,
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** `destination`: where lines are written; the standard output by default. */
export const createLog = (name: string, level: string, destination?: DestinationStream): Logger =>
  pino({ name, level, redact: REDACTED, serializers: { err: (error: unknown) => describeError(error) } }, destination)

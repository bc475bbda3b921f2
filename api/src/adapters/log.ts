// The log: one JSON line per event. It holds no personal data: errors are logged without the values that caused them.
import { type DestinationStream, type Logger, pino } from 'pino'

const REDACTED = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.confirmation']
/** PostgreSQL quotes the value it could not read. */
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
 * An error as it is logged: its type, message and stack. The details of the database are left out: they hold whole rows of
 * customers ("Failing row contains ...").
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: '' }
  const known = Object.fromEntries(kept.flatMap((name) => (name in error ? [[name, Reflect.get(error, name)]] : [])))
  const isOfData = typeof known['code'] === 'string' && DATA_EXCEPTION.test(known['code'])
  return {
    type: error.name,
    message: isOfData ? `the database refused a value (${String(known['code'])})` : error.message,
    // Its first lines repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...known,
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** `destination`: where lines go; the standard output where nothing is said. */
export const createLog = (name: string, level: string, destination?: DestinationStream): Logger =>
  pino({ name, level, redact: REDACTED, serializers: { err: (error: unknown) => describeError(error) } }, destination)

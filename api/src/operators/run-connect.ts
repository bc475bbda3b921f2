// Runs `connect <command>`: finds the command, parses its options, formats the result. connect.ts is the process around it.
import { parseArgs } from 'node:util'
import { refusals } from 'contract/refusals.ts'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { accountCommands } from './account-commands.ts'
import { accessCommands } from './access-commands.ts'
import { abroadCommands } from './abroad-commands.ts'
import { auditCommands } from './audit-commands.ts'
import { bankCommands } from './bank-commands.ts'
import { bankIdentityCommands } from './bank-identity-commands.ts'
import { refundClaimCommands } from './refund-claim-commands.ts'
import { type Command, type OperatorPorts, parseOptionsOf, type Result, type Row, UsageError } from './command.ts'
import { Refused } from '../refused.ts'
import { customerCommands } from './customer-commands.ts'
import { debitCommands } from './debit-commands.ts'
import { depositCommands } from './deposit-commands.ts'
import { directoryCommands } from './directory-commands.ts'
import { factorCommands } from './factor-commands.ts'
import { instantCommands } from './instant-commands.ts'
import { jobCommands } from './job-commands.ts'
import { mailCommands } from './mail-commands.ts'
import { managerCommands } from './manager-commands.ts'
import { offerCommands } from './offer-commands.ts'
import { messageCommands } from './message-commands.ts'
import { operationCommands } from './operation-commands.ts'
import { peopleCommands } from './people-commands.ts'
import { publishingCommands } from './publishing-commands.ts'
import { savingsCommands } from './savings-commands.ts'

const commands: readonly Command[] = [
  ...bankIdentityCommands,
  ...peopleCommands,
  ...customerCommands,
  ...accountCommands,
  ...managerCommands,
  ...factorCommands,
  ...accessCommands,
  ...operationCommands,
  ...publishingCommands,
  ...directoryCommands,
  ...offerCommands,
  ...messageCommands,
  ...mailCommands,
  ...bankCommands,
  ...savingsCommands,
  ...depositCommands,
  ...refundClaimCommands,
  ...debitCommands,
  ...abroadCommands,
  ...auditCommands,
  ...instantCommands,
  ...jobCommands,
]

/** 0 done, 1 refused or a check failed, 2 usage error, 3 internal error. */
export const exitCodes = { done: 0, refused: 1, usage: 2, error: 3 } as const
export type Said = { code: number; out: string; err: string }

const everywhere = { as: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const

const usageOf = ({ name, operands = [], options = {} }: Command) =>
  [
    `connect ${name}`,
    ...operands.map((operand) => `<${operand}>`),
    ...Object.entries(options).map(([option, { type = 'string', hint, isOptional = false }]) => {
      const typed = type === 'boolean' ? `--${option}` : `--${option} ${hint}`
      return type === 'boolean' || isOptional ? `[${typed}]` : typed
    }),
  ].join(' ')

function help(command: Command | null): string {
  if (command) return `${usageOf(command)}\n\n  ${command.summary}\n`
  const width = Math.max(...commands.map(({ name }) => name.length))
  // What concerns the same thing stands together, whichever file it comes from.
  const bySubject = [...Map.groupBy(commands, ({ name }) => name.split(' ')[0]).values()].flat()
  return `${[
    'npm run connect -- <command> [options]',
    '',
    ...bySubject.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  --as <name>   the operator’s name for the audit log (default: CONNECT_OPERATOR, then the machine’s user name)',
    '  --json        prints JSON instead of a table',
    '  --help        after a command: prints its options',
    '',
    'Exit codes: 0 done, 1 refused or a check failed, 2 usage error, 3 internal error.',
  ].join('\n')}\n`
}

const cellOf = (value: Row[string]) => (value === null ? '' : String(value).replaceAll(/\s+/gu, ' '))

/** A negative number among the operands is no option: it is moved behind `--`, where parseArgs takes everything as an operand. */
function withNegativeNumbers(args: readonly string[]): string[] {
  const isNumber = (arg: string, index: number) => /^-\d+$/.test(arg) && !args[index - 1]?.startsWith('--')
  const numbers = args.filter(isNumber)
  return numbers.length === 0 ? [...args] : [...args.filter((arg, index) => !isNumber(arg, index)), '--', ...numbers]
}

/** Formats rows as a text table with columns as wide as their cells. */
function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((name) => cellOf(row[name] ?? null)))]
  const widths = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function print({ rows, said }: Result, isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ rows, said: said ?? null })}\n`
  const parts = [...(rows.length > 0 ? [table(rows)] : []), ...(said ? [said] : [])]
  return `${parts.join('\n\n') || 'Nothing found.'}\n`
}

/** The text of a refusal, as a customer reads it in English. */
function formatRefusal({ code, facts }: Refusal): string {
  const translations: string = refusals[code].en
  return translations.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name]
    return typeof fact === 'object' ? ('en' in fact ? fact.en : `${fact.amount} ${fact.currency}`) : String(fact ?? '')
  })
}

const PERMISSION_MISSING = '42501'
const UNREACHABLE = new Set(['57P01', '57P02', '57P03', '53300'])
const LOGIN_REFUSED = new Set(['28000', '28P01', '3D000'])

/** Messages for database errors that an operator can solve; null for others. */
function messageOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const isCut = 'syscall' in error && ['connect', 'read', 'getaddrinfo'].includes(String(error.syscall))
  if (isCut || UNREACHABLE.has(error.code)) return `The database cannot be reached (${error.code}): nothing was done.`
  if (LOGIN_REFUSED.has(error.code)) return `The database refuses the login of DATABASE_URL: ${error.message}.`
  if (error.code === PERMISSION_MISSING) return `This database login lacks a permission: ${error.message}.`
  return null
}

/** Whether a command would have stored an amount, or a balance or interest that follows from it, larger than any amount of the ledger. */
const isTooLarge = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === '22003' || (error.code === '23514' && error.constraint === 'amount_check'))

/** Finds the longest command name at the start of the arguments; the rest are its operands and options. */
function find(args: readonly string[]): { command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, length).join(' '))
    if (command) return { command, rest: args.slice(length) }
  }
  return null
}

/** Moves common options that precede the command behind it. */
function commandFirst(args: readonly string[]): readonly string[] {
  let index = 0
  for (let word = args[0]; word?.startsWith('--') && word !== '--'; word = args[index]) index += word === '--as' ? 2 : 1
  return index < args.length ? [...args.slice(index), ...args.slice(0, index)] : args
}

/** The message for an unknown command. */
function missing(args: readonly string[]): string {
  const [group = ''] = args
  const theirs = commands.flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []))
  return theirs.length > 0
    ? `${group} is followed by one of ${theirs.join(', ')}.`
    : `There is no command ${args.slice(0, 2).join(' ')}. See npm run connect -- --help.`
}

/** The operator's name: from --as, from the environment, or from the machine. */
export function operatorOf(args: readonly string[], env: Record<string, string | undefined>, user: string): string {
  const index = args.indexOf('--as')
  const typed = index >= 0 ? args[index + 1] : args.find((arg) => arg.startsWith('--as='))?.slice('--as='.length)
  return [typed, env['CONNECT_OPERATOR'], user].map((name) => name?.trim().slice(0, 64)).find(Boolean) ?? 'operator'
}

/** Runs one command and answers the text to print. Help needs no database. */
export async function runConnect(typed: readonly string[], open: () => Promise<OperatorPorts>): Promise<Said> {
  const args = commandFirst(typed)
  const found = find(args)
  if (!found) {
    const isRequested = args.length === 0 || args.some((arg) => arg === '--help' || arg === 'help')
    return isRequested
      ? { code: exitCodes.done, out: help(null), err: '' }
      : { code: exitCodes.usage, out: '', err: `${missing(args)}\n` }
  }
  const { command, rest } = found
  try {
    const { values, positionals } = parseArgs({
      args: withNegativeNumbers(rest),
      options: { ...parseOptionsOf(command), ...everywhere },
      allowPositionals: true,
    })
    if (values.help) return { code: exitCodes.done, out: help(command), err: '' }
    const wanted = command.operands ?? []
    if (positionals.length !== wanted.length)
      throw new UsageError(
        wanted.length === 0
          ? `${command.name} allows options only`
          : `${command.name} requires ${wanted.map((one) => `<${one}>`).join(' ')}`,
      )
    const result = await command.run(await open(), { operands: positionals, values })
    return {
      code: result.isError ? exitCodes.refused : exitCodes.done,
      out: print(result, values.json === true),
      err: '',
    }
  } catch (error) {
    if (error instanceof Refusal) return { code: exitCodes.refused, out: '', err: `Refused: ${formatRefusal(error)}\n` }
    if (error instanceof Refused) return { code: exitCodes.refused, out: '', err: `Refused: ${error.message}\n` }
    if (isTooLarge(error))
      return {
        code: exitCodes.refused,
        out: '',
        err: 'Refused: an amount, or what follows from it, is larger than the ledger can store: nothing was done.\n',
      }
    // parseArgs reports unknown options by TypeErrors with these codes.
    const isUsage =
      error instanceof UsageError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    if (isUsage)
      return { code: exitCodes.usage, out: '', err: `${error.message.replace(/\.$/, '')}.\n${usageOf(command)}\n` }
    const translations = messageOf(error)
    if (translations) return { code: exitCodes.error, out: '', err: `${translations}\n` }
    throw error
  }
}

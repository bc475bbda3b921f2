// `connect <command>`: finds the command, reads its options, says what came of it. The process around it is in connect.ts.
import { parseArgs } from 'node:util'
import { refusals } from 'contract/refusals.ts'
import { Refusal } from '../refusal.ts'
import { auditCommands } from './audit-commands.ts'
import { bankCommands } from './bank-commands.ts'
import { refundClaimCommands } from './refund-claim-commands.ts'
import { type Command, type OperatorPorts, parseOptionsOf, type Result, type Row, UsageError } from './command.ts'
import { Refused } from '../refused.ts'
import { debitCommands } from './debit-commands.ts'
import { depositCommands } from './deposit-commands.ts'
import { jobCommands } from './job-commands.ts'
import { operationCommands } from './operation-commands.ts'
import { peopleCommands } from './people-commands.ts'
import { publishingCommands } from './publishing-commands.ts'
import { savingsCommands } from './savings-commands.ts'

const commands: readonly Command[] = [
  ...peopleCommands,
  ...operationCommands,
  ...publishingCommands,
  ...bankCommands,
  ...savingsCommands,
  ...depositCommands,
  ...refundClaimCommands,
  ...debitCommands,
  ...auditCommands,
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
  return `${[
    'npm run connect -- <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  --as <name>   who works here, for the audit journal (else CONNECT_OPERATOR, else the name of the machine’s user)',
    '  --json        the answer as JSON instead of a table',
    '  --help        behind a command: its options',
    '',
    'Exit codes: 0 done, 1 refused or something found wrong, 2 not understood, 3 a fault.',
  ].join('\n')}\n`
}

const cellOf = (value: Row[string]) => (value === null ? '' : String(value).replaceAll(/\s+/gu, ' '))

/** A table of text: as wide as its cells. */
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

/** The refusal of a use case, as its customer would read it in English. */
function formatRefusal({ code, facts }: Refusal): string {
  const translations: string = refusals[code].en
  return translations.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name]
    return typeof fact === 'object' ? ('en' in fact ? fact.en : `${fact.amount} ${fact.currency}`) : String(fact ?? '')
  })
}

const PERMISSION_MISSING = '42501'
const UNREACHABLE = new Set(['57P01', '57P02', '57P03', '53300'])
const NOT_LET_IN = new Set(['28000', '28P01', '3D000'])

/** Sentences for database errors that an operator can solve; null for the others. */
function messageOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const isCut = 'syscall' in error && ['connect', 'read', 'getaddrinfo'].includes(String(error.syscall))
  if (isCut || UNREACHABLE.has(error.code)) return `The database is not reached (${error.code}): nothing was done.`
  if (NOT_LET_IN.has(error.code)) return `The database lets nobody in as DATABASE_URL says: ${error.message}.`
  if (error.code === PERMISSION_MISSING) return `This login of the database may not do that: ${error.message}.`
  return null
}

/** The words before the options: the longest name that a command has, then its operands. */
function find(args: readonly string[]): { command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, length).join(' '))
    if (command) return { command, rest: args.slice(length) }
  }
  return null
}

/** Options that hold for every command may stand before it, too: they are read behind it. */
function commandFirst(args: readonly string[]): readonly string[] {
  let index = 0
  for (let word = args[0]; word?.startsWith('--') && word !== '--'; word = args[index]) index += word === '--as' ? 2 : 1
  return index < args.length ? [...args.slice(index), ...args.slice(0, index)] : args
}

/** What there is in the place of a command that is none. */
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

/** Runs one command and answers what is to be printed. Help needs no database. */
export async function runConnect(typed: readonly string[], open: () => Promise<OperatorPorts>): Promise<Said> {
  const args = commandFirst(typed)
  const found = find(args)
  if (!found) {
    const isRequested = args.length === 0 || args.some((arg) => arg === '--help' || arg === 'help')
    return isRequested ? { code: exitCodes.done, out: help(null), err: '' } : { code: exitCodes.usage, out: '', err: `${missing(args)}\n` }
  }
  const { command, rest } = found
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...parseOptionsOf(command), ...everywhere },
      allowPositionals: true,
    })
    if (values.help) return { code: exitCodes.done, out: help(command), err: '' }
    const wanted = command.operands ?? []
    if (positionals.length !== wanted.length)
      throw new UsageError(
        wanted.length === 0 ? `${command.name} takes options only` : `${command.name} takes ${wanted.map((one) => `<${one}>`).join(' ')}`,
      )
    const result = await command.run(await open(), { operands: positionals, values })
    return { code: result.isError ? exitCodes.refused : exitCodes.done, out: print(result, values.json === true), err: '' }
  } catch (error) {
    if (error instanceof Refusal) return { code: exitCodes.refused, out: '', err: `Refused: ${formatRefusal(error)}\n` }
    if (error instanceof Refused) return { code: exitCodes.refused, out: '', err: `Refused: ${error.message}\n` }
    // parseArgs reports unknown options by TypeErrors with these codes.
    const isUsage =
      error instanceof UsageError || (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    if (isUsage) return { code: exitCodes.usage, out: '', err: `${error.message.replace(/\.$/, '')}.\n${usageOf(command)}\n` }
    const translations = messageOf(error)
    if (translations) return { code: exitCodes.error, out: '', err: `${translations}\n` }
    throw error
  }
}

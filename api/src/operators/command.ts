// Defines the type of an operator command, and parses its options.
import type { ParseArgsConfig } from 'node:util'
import type { RecordedAction } from '../domains/audit/bank-acts.ts'
import { problems } from 'contract/problems.ts'
import * as z from 'zod/mini'
import { byBank, recordEvent } from '../domains/audit/audit-store.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Clock } from '../adapters/clock.ts'

export type OperatorPorts = {
  db: Db
  clock: Clock
  /** The operator's name, for the audit log. */
  operator: string
  databaseUrl: string
  portalUrl: string
  clearingFolder: string
}

/** A row of the answer: the same names in the table and in the JSON. */
export type Row = Record<string, string | number | boolean | null>
export type Result = {
  rows: Row[]
  /** One sentence for the operator: the result. */
  said?: string
  /** A check failed: the exit code reports it. */
  isError?: boolean
}

export type Values = Record<string, string | boolean | undefined>
export type Command = {
  /** As typed: `accounts open`. */
  name: string
  summary: string
  /** The arguments after the name: `<file>`. */
  operands?: readonly string[]
  options?: Readonly<Record<string, { hint: string; type?: 'string' | 'boolean'; isOptional?: boolean }>>
  run: (ports: OperatorPorts, given: { operands: readonly string[]; values: Values }) => Promise<Result>
}

/** A usage error: printed with the usage of the command. */
export class UsageError extends Error {}

export const parseOptionsOf = ({ options = {} }: Command): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(Object.entries(options).map(([name, { type = 'string' }]) => [name, { type }]))

const isProblem = (code: string): code is keyof typeof problems => code in problems

/** Parses a value with its schema, or throws a usage error. */
export function read<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, name: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const code = result.error.issues[0]?.message ?? 'invalid'
  if (value === undefined) throw new UsageError(`${name} is missing`)
  throw new UsageError(`${name}: ${isProblem(code) ? problems[code].en : 'Not valid'}`)
}

export const WholeNumber = z.pipe(
  z.string().check(z.regex(/^-?\d{1,15}$/, 'invalid')),
  z.transform((digits: string) => Number(digits)),
)

/** A rate in percent, with at most three decimals. */
export const Percent = z.pipe(
  z.string().check(z.regex(/^\d{1,2}(\.\d{1,3})?$/, 'invalid')),
  z.transform((digits: string) => Number(digits)),
)

/** A date within the bank's calendar: PostgreSQL has no year 0, and schedules end before the year 10,000. */
export const Day = z.iso
  .date('date_invalid')
  .check(z.refine((day) => day >= '1900-01-01' && day < '2200-01-01', 'date_invalid'))

/** Records an operator's action; the connection carries the operator's name. */
export const recordAct = (
  tx: Tx,
  { clock }: Pick<OperatorPorts, 'clock'>,
  event: { action: RecordedAction; subject_id: string; account_id?: string | null; facts: Record<string, unknown> },
) => recordEvent(tx, { at: clock.now(), ...byBank, account_id: null, ...event })

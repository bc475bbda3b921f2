// Rules for migrations of a bank that stays open: what would make customers wait on a large table is refused.
import { concurrentIndexOf, isWithoutTransaction, statementsOf } from './statements.ts'

type File = { name: string; sql: string }

// Constants, and what is evaluated once for the statement: PostgreSQL stores it for all rows at once.
const CHEAP_DEFAULT =
  /^(?:now\(\)|current_(?:date|timestamp)|'(?:[^']|'')*'(?:::\w+)?|[-+]?[\d.]+|true|false|null)(?=\s|$)/i

/** What may run outside a transaction: each can be repeated after an interruption. */
const REPEATABLE = [
  /^DROP INDEX CONCURRENTLY IF EXISTS /i,
  /^ALTER TABLE \w+ VALIDATE CONSTRAINT \w+$/i,
  /^REINDEX (?:INDEX|TABLE) CONCURRENTLY /i,
  /^ANALYZE\b/i,
  // Backfills in batches, with a COMMIT after each.
  /^DO\b/i,
]

function objectionToRepeat(statement: string): string | null {
  if (concurrentIndexOf(statement) !== null || REPEATABLE.some((form) => form.test(statement))) return null
  return 'outside a transaction it may not be repeatable: CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS, VALIDATE CONSTRAINT, ANALYZE and DO are allowed there'
}

/** Splits at commas outside parentheses and quotes. */
function actionsOf(list: string): string[] {
  const actions: string[] = []
  let [depth, action] = [0, '']
  for (const [token] of list.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0
    if (token === ',' && depth === 0) {
      actions.push(action.trim())
      action = ''
    } else action += token
  }
  return [...actions, action.trim()]
}

function objectionToColumn(definition: string): string | null {
  if (/\bGENERATED ALWAYS AS \(.*\) STORED\b/i.test(definition))
    return 'a stored generated column rewrites the table: add a plain column, fill it in batches and keep it by a trigger'
  if (/\bGENERATED \w+(?: DEFAULT)? AS IDENTITY\b|\b(?:big|small)?serial\b/i.test(definition))
    return 'numbering the rows rewrites the table'
  const value = /\bDEFAULT (.+)$/i.exec(definition)?.[1]
  if (value !== undefined && !CHEAP_DEFAULT.test(value))
    return 'a default that differs from row to row rewrites the table: add the column without it, set the default, and fill the old rows in batches'
  if (/\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/i.test(definition))
    return 'a constraint of a new column reads the whole table: add it as a table constraint, NOT VALID'
  return null
}

/** Whether earlier migrations have proved, with a validated constraint, that the column has no null. */
function isProvedNotNull(column: string, earlier: string): boolean {
  const proof = new RegExp(`ADD CONSTRAINT (\\w+) CHECK \\(+\\s*${column} IS NOT NULL\\s*\\)+ NOT VALID`, 'gi')
  return [...earlier.matchAll(proof)].some(([, name]) =>
    new RegExp(`VALIDATE CONSTRAINT ${name}\\b`, 'i').test(earlier),
  )
}

function objectionToAction(action: string, earlier: string): string | null {
  const notNull = /^ALTER (?:COLUMN )?(\w+) SET NOT NULL$/i.exec(action)?.[1]
  if (notNull !== undefined)
    return isProvedNotNull(notNull, earlier)
      ? null
      : 'SET NOT NULL reads the whole table: add a CHECK (… IS NOT NULL) NOT VALID, validate it in a later migration, and set NOT NULL after it'
  if (/^ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i.test(action))
    return 'another type rewrites the table: add a column of that type, and fill it in batches'
  if (/^VALIDATE CONSTRAINT\b/i.test(action))
    return 'VALIDATE CONSTRAINT belongs into a migration without a transaction'
  if (/^ADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(action))
    return /\bUSING INDEX \w+/i.test(action)
      ? null
      : 'it builds an index under a lock: build it CONCURRENTLY first, and add the constraint USING INDEX'
  if (/^ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b/i.test(action))
    return /\bNOT VALID$/i.test(action)
      ? null
      : 'a constraint reads the whole table: add it NOT VALID, and validate it in a later migration'
  const column = /^ADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT\b)\w+ (.+)$/i.exec(action)?.[1]
  return column === undefined ? null : objectionToColumn(column)
}

function objectionToStatement(statement: string, isNew: (table: string) => boolean, earlier: string): string | null {
  const indexed = /^CREATE (?:UNIQUE )?INDEX (.*?)\bON (ONLY )?(\w+)/i.exec(statement)
  if (indexed) {
    if (/^CONCURRENTLY\b/i.test(indexed[1] ?? '')) return 'CONCURRENTLY needs a migration without a transaction'
    return isNew(indexed[3] ?? '') || indexed[2]
      ? null
      : 'an index on a table with rows is built CONCURRENTLY, in a migration without a transaction'
  }
  if (/^(?:CLUSTER|VACUUM|REINDEX|REFRESH MATERIALIZED VIEW)\b/i.test(statement))
    return 'it locks the table while it writes all of it'
  const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.+)$/is.exec(statement)
  if (!altered || isNew(altered[1] ?? '')) return null
  for (const action of actionsOf(altered[2] ?? '')) {
    const objection = objectionToAction(action, earlier)
    if (objection !== null) return objection
  }
  return null
}

/** Why a migration must not be applied beside customers, a sentence for each statement; `earlier`: the migrations before it. */
export function objectionsTo({ name, sql }: File, earlier: readonly File[]): string[] {
  const statements = statementsOf(sql)
  const created = new Set(
    statements.flatMap((statement) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1] ?? []),
  )
  const before = earlier.map((file) => statementsOf(file.sql).join(';\n')).join(';\n')
  return statements.flatMap((statement) => {
    const objection = isWithoutTransaction(sql)
      ? objectionToRepeat(statement)
      : objectionToStatement(statement, (table) => created.has(table), before)
    return objection === null ? [] : [`${name}: ${statement.slice(0, 80)}: ${objection}`]
  })
}

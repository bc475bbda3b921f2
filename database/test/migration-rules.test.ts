import { describe, expect, it } from 'vitest'
import { migrationsFolder, readMigrations } from '../migrate.ts'
import { objectionsTo } from '../migration-rules.ts'
import { statementsOf } from '../statements.ts'

// Applied to an empty database only (docs/decisions/0047-one-baseline.md).
const LAST_OF_BASELINE = '0023_job_runs.sql'
const WITHOUT = '-- without a transaction\n'

const objections = (sql: string, earlier: readonly string[] = []) =>
  objectionsTo(
    { name: '0030_next.sql', sql },
    earlier.map((text) => ({ name: '0029_former.sql', sql: text })),
  )

describe('each migration after the baseline', () => {
  const migrations = readMigrations(migrationsFolder)
  const last = migrations.findIndex(({ name }) => name === LAST_OF_BASELINE)

  it('can be applied while customers work on large tables', () => {
    expect(last).toBeGreaterThan(0)
    const refused = migrations
      .slice(last + 1)
      .flatMap((migration, index) => objectionsTo(migration, migrations.slice(0, last + 1 + index)))
    expect(refused).toEqual([])
  })
})

describe('a migration in one transaction', () => {
  it.each([
    ['an index', 'CREATE INDEX entries_day ON ledger_entries (booking_date);', 'CONCURRENTLY'],
    ['a unique index', 'CREATE UNIQUE INDEX entries_day ON ledger_entries (id);', 'CONCURRENTLY'],
    ['a concurrent index', 'CREATE INDEX CONCURRENTLY a ON ledger_entries (id);', 'without a transaction'],
    [
      'a stored generated column',
      "ALTER TABLE cards ADD COLUMN words text GENERATED ALWAYS AS (lower(label || ', ')) STORED NOT NULL;",
      'stored generated',
    ],
    ['a volatile default', 'ALTER TABLE cards ADD COLUMN key uuid DEFAULT gen_random_uuid();', 'row to row'],
    ['the time of each row', 'ALTER TABLE cards ADD at timestamptz NOT NULL DEFAULT clock_timestamp();', 'row to row'],
    ['numbered rows', 'ALTER TABLE cards ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;', 'numbering'],
    ['numbered rows, in the old way', 'ALTER TABLE cards ADD COLUMN seq bigserial;', 'numbering'],
    ['a column with a check', 'ALTER TABLE cards ADD COLUMN age integer CHECK (age > 0);', 'NOT VALID'],
    ['NOT NULL', 'ALTER TABLE cards ALTER COLUMN label SET NOT NULL;', 'SET NOT NULL'],
    ['a check', "ALTER TABLE cards ADD CONSTRAINT c CHECK (label <> '');", 'NOT VALID'],
    ['a foreign key', 'ALTER TABLE cards ADD FOREIGN KEY (id) REFERENCES users (id);', 'NOT VALID'],
    ['a unique constraint', 'ALTER TABLE cards ADD CONSTRAINT c UNIQUE (label);', 'USING INDEX'],
    ['another type', 'ALTER TABLE cards ALTER COLUMN label TYPE varchar(10);', 'another type'],
    ['a second action', 'ALTER TABLE cards ADD COLUMN a numeric(4, 2), ALTER a SET NOT NULL;', 'SET NOT NULL'],
    ['a validation', 'ALTER TABLE cards VALIDATE CONSTRAINT c;', 'without a transaction'],
    ['a rewritten table', 'CLUSTER cards USING cards_pkey;', 'locks the table'],
  ])('is refused with %s on a table that may be large', (_what, sql, advice) => {
    expect(objections(`-- Why.\n${sql}`)).toEqual([expect.stringContaining(advice)])
  })

  it.each([
    ['a plain column', 'ALTER TABLE cards ADD COLUMN note text, ADD COLUMN is_old boolean NOT NULL DEFAULT false;'],
    [
      'a constant default',
      "ALTER TABLE cards ADD COLUMN lang text NOT NULL DEFAULT 'fr', ADD at timestamptz DEFAULT now();",
    ],
    ['a constraint that is not valid yet', 'ALTER TABLE cards ADD CONSTRAINT c CHECK (label IS NOT NULL) NOT VALID;'],
    ['a constraint over an index', 'ALTER TABLE cards ADD CONSTRAINT c UNIQUE USING INDEX cards_label;'],
    ['an index on the parent of partitions', 'CREATE INDEX entries_day ON ONLY ledger_entries (booking_date);'],
    [
      'its own new table',
      'CREATE TABLE parts (id uuid PRIMARY KEY, day date); CREATE INDEX parts_day ON parts (day); ALTER TABLE parts ADD UNIQUE (day);',
    ],
    [
      'an index of its own table whose name ends with "on"',
      'CREATE TABLE parts (id uuid PRIMARY KEY); CREATE INDEX parts_of_session ON parts (id);',
    ],
    ['a function that names such statements', 'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ CLUSTER a; $$;'],
  ])('is allowed with %s', (_what, sql) => {
    expect(objections(sql)).toEqual([])
  })

  it('sets NOT NULL after an earlier migration has validated it', () => {
    const set = 'ALTER TABLE cards ALTER COLUMN label SET NOT NULL, DROP CONSTRAINT cards_label_present;'
    const added = 'ALTER TABLE cards ADD CONSTRAINT cards_label_present CHECK (label IS NOT NULL) NOT VALID;'
    const validated = `${WITHOUT}ALTER TABLE cards VALIDATE CONSTRAINT cards_label_present;`
    expect(objections(set, [added])).toHaveLength(1)
    expect(objections(set, [added, validated])).toEqual([])
  })
})

describe('a migration without a transaction', () => {
  it('contains only what can be repeated', () => {
    const allowed = [
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a ON cards (label)',
      'DROP INDEX CONCURRENTLY IF EXISTS b',
      'ALTER TABLE cards VALIDATE CONSTRAINT c',
      'DO $$ BEGIN LOOP COMMIT; END LOOP; END $$',
      'ANALYZE cards',
    ]
    expect(objections(`${WITHOUT}${allowed.join(';\n')};`)).toEqual([])
    const refused = [
      'CREATE INDEX CONCURRENTLY a ON cards (label)',
      'CREATE TABLE a ()',
      'UPDATE cards SET label = NULL',
    ]
    for (const statement of refused) expect(objections(`${WITHOUT}${statement};`)).toHaveLength(1)
  })
})

it('splits statements at their ends only', () => {
  const sql = `-- a; b
SELECT 'it''s; here', "a;b" /* c; d */ FROM x;
  DO $body$ BEGIN; $$;$$ END $body$;

SELECT 2 - 1 / 1`
  expect(statementsOf(sql)).toEqual([
    `SELECT 'it''s; here', "a;b" FROM x`,
    'DO $body$ BEGIN; $$;$$ END $body$',
    'SELECT 2 - 1 / 1',
  ])
})

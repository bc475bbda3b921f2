import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dependencyErrors } from '../lib/dependency-rules.ts'

let tree: string

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'connect-dependency-rules-'))
  write('tsconfig.json', '{}')
  write('package.json', '{ "type": "module" }')
  write('contract/src/transfers/transfers.ts', `export type Transfer = { id: string }`)
  write(
    'api/src/domains/accounts/account-store.ts',
    `import type { Transfer } from '../../../../contract/src/transfers/transfers.ts'\nexport type Row = Transfer`,
  )
  write(
    'api/src/domains/transfers/create-transfer.ts',
    `import { type Row } from '../accounts/account-store.ts'\nexport type Made = Row`,
  )
})
afterEach(() => rmSync(tree, { recursive: true }))

it('reports nothing in a tree that follows the dependency rules', async () => {
  expect(await dependencyErrors(tree)).toEqual([])
})

it('reports a tier that imports a higher one, also for a type', async () => {
  write(
    'api/src/domains/accounts/account-rules.ts',
    `import type { Made } from '../transfers/create-transfer.ts'\nexport type Wrong = Made`,
  )
  expect(await dependencyErrors(tree)).toEqual([
    'tier-3-imports-lower-tiers-only: api/src/domains/accounts/account-rules.ts -> api/src/domains/transfers/create-transfer.ts',
  ])
})

it('reports a cycle of types', async () => {
  write(
    'contract/src/transfers/transfers.ts',
    `import type { B } from '../other.ts'\nexport type Transfer = { id: string; b: B }`,
  )
  write(
    'contract/src/other.ts',
    `import type { Transfer } from './transfers/transfers.ts'\nexport type B = Transfer | null`,
  )
  expect((await dependencyErrors(tree)).map((error) => error.split(':')[0])).toContain('no-circles')
})

it.each([
  ['contract-stands-alone', 'contract/src/cards.ts', '../../api/src/domains/accounts/account-store.ts'],
  ['web-never-meets-api', 'web/src/app/routes.ts', '../../../api/src/domains/accounts/account-store.ts'],
  ['what-ships-knows-no-tools', 'api/src/db/pool.ts', '../../../database/migrate.ts'],
  ['ground-knows-no-domain', 'api/src/http/guard.ts', '../domains/accounts/account-store.ts'],
  ['tools-stand-outside', 'tools/start.ts', '../api/src/domains/accounts/account-store.ts'],
])('reports a violation of the rule %s', async (rule, file, imported) => {
  write('database/migrate.ts', 'export const migrate = 1')
  write(file, `import * as wrong from '${imported}'\nexport const it = wrong`)
  expect((await dependencyErrors(tree)).map((error) => error.split(':')[0])).toEqual([rule])
})

it('fails if it could read no files', async () => {
  rmSync(join(tree, 'contract'), { recursive: true })
  rmSync(join(tree, 'api'), { recursive: true })
  mkdirSync(join(tree, 'api'))
  expect(await dependencyErrors(tree)).toEqual(['no module was read at all'])
})

import pg from 'pg'
import { expect, it } from 'vitest'
import { kindOfBank, seedDemoBank } from '../../database/seeds/demo-bank.ts'
import { testDatabase } from '../../database/test-database.ts'
import { prepareDatabase } from '../lib/prepare-database.ts'

it('removes no unfinished demo bank from a server, nor where no demo bank is requested', async () => {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await seedDemoBank(client, { password: 'Teranga-2026!', isWhole: false })
  const print = () => undefined
  await expect(prepareDatabase(database.url, { demo: true, print })).rejects.toThrow('Use another, empty database.')
  await expect(prepareDatabase(database.url, { demo: false, isEmbedded: true, print })).rejects.toThrow(
    'Start once with --demo.',
  )
  expect(await kindOfBank(client)).toBe('unfinished')
  await client.end()
  await database.drop()
})

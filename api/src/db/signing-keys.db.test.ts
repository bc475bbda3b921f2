import { testDatabase } from 'database/test-database.ts'
import { expect, it } from 'vitest'
import { loadSigningKeys } from './signing-keys.ts'
import { dbOver, openPool } from './sql.ts'

it('servers of a new bank that start together have the same key', async () => {
  const database = await testDatabase()
  const pools = Array.from({ length: 4 }, () => openPool(database.url, { size: 1, onError: () => undefined }))
  const everybodyMakesOne = Promise.withResolvers<void>()
  let made = 0
  async function make() {
    made += 1
    const kid = `key ${made}`
    if (made === pools.length) everybodyMakesOne.resolve()
    await everybodyMakesOne.promise
    return { kid, private_jwk: { kid } }
  }
  const keys = await Promise.all(pools.map((pool) => loadSigningKeys(dbOver(pool), make)))
  expect(keys).toEqual(keys.map(() => [keys[0]?.[0]]))
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

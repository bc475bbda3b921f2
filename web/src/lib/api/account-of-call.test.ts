import { listDocuments } from 'contract/accounts/statements.ts'
import type { User } from 'contract/access/session.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseAccount, leave, storeUser } from '../session/session.ts'
import { call } from './call.ts'

/** A token that lives this long. */
const tokenOf = (seconds: number) => `x.${btoa(JSON.stringify({ iat: 0, exp: seconds }))}.y`
const account = (uuid: string) => ({ uuid }) as NonNullable<User['account']>
const user = (seconds: number) => ({ uuid: 'awa', token: tokenOf(seconds), account: account('first') }) as User

afterEach(() => {
  leave('expired')
  vi.unstubAllGlobals()
})

it('is the one that was selected when the call was made, also if the token is renewed first', async () => {
  let renew: (answer: Response) => void = () => undefined
  const renewed = new Promise<Response>((resolve) => (renew = resolve))
  const accounts: (string | null)[] = []
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Headers }) => {
    if (address.endsWith('/user')) return renewed
    accounts.push(headers.get('X-Account-Id'))
    return Promise.resolve(new Response('[]'))
  })
  storeUser(user(10))
  const listed = call(listDocuments, { query: {} })
  chooseAccount(account('second'))
  renew(new Response(JSON.stringify(user(300))))
  await listed
  expect(accounts).toEqual(['first'])
})

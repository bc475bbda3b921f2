import type { User } from 'contract/access/session.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { leave, session, storeUser } from '../../lib/session/session.ts'
import { openAlert } from './open-alert.ts'

const account = (uuid: string) => ({ uuid, number: '1', access: {} }) as unknown as NonNullable<User['account']>
const token = `x.${btoa(JSON.stringify({ iat: 0, exp: 300 }))}.y`

afterEach(() => {
  leave('expired')
  vi.unstubAllGlobals()
})

it('selects the account of the alert, unless another page was opened meanwhile', async () => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(
        address.includes('/alerts')
          ? [{ id: 'one', is_read: true, about: 'transfer', subject_id: 'two', account: account('second') }]
          : [account('second')],
      ),
    ),
  )
  const opening = new AbortController()
  storeUser({ uuid: 'awa', token, account: account('first') } as User)
  opening.abort()
  await openAlert('one', opening.signal)
  expect(session().account?.uuid).toBe('first')
  await openAlert('one', new AbortController().signal)
  expect(session().account?.uuid).toBe('second')
})

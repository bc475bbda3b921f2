// The sessions of the accountant and the director of the company, and what both need for an order.
import { acceptTransfer, createTransfer, type NewTransfer } from 'contract/transfers/transfers.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/db.ts'
import { type CompanyPayee, listAccountsOf, listPayeesOf } from './company-store.ts'
import { type CustomerSession, openCustomerSession } from './customer-session.ts'
import { supportingDocument } from './supporting-document.ts'

const ACCOUNTANT = '20000006'
const DIRECTOR = '20000007'
/** In one office. The address is one for documentation (RFC 5737). */
const device = {
  address: '203.0.113.26',
  browser:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
}

export type Ports = { app: FastifyInstance; db: Db; clock: { at: Date }; password: string }
export type CompanySessions = {
  reserveId: string
  payees: CompanyPayee[]
  accountant: CustomerSession
  director: CustomerSession
}

/** A call with supporting documents, by their titles: as a browser sends it. */
export async function formOf(body: object, documents: Record<string, readonly string[]>): Promise<FormData> {
  const form = new FormData()
  form.append('jsonBody', JSON.stringify(body))
  for (const [field, titles] of Object.entries(documents))
    for (const title of titles) form.append(field, await supportingDocument(title))
  return form
}

/** Signs both in at a moment. */
export async function openSessions({ app, db, clock, password }: Ports, at: Date): Promise<CompanySessions> {
  clock.at = at
  const [main, reserve] = await listAccountsOf(db, ACCOUNTANT)
  if (!main || !reserve) throw new Error('the demo bank lacks the company with many orders')
  const accountId = main.id
  const [accountant, director] = await Promise.all(
    [ACCOUNTANT, DIRECTOR].map((login) =>
      openCustomerSession(app, { login, password, accountId, device, now: () => clock.at }),
    ),
  )
  if (!accountant || !director) throw new Error('two people have two sessions')
  return { reserveId: reserve.id, payees: await listPayeesOf(db, accountId), accountant, director }
}

export const signOutBoth = ({ accountant, director }: CompanySessions) =>
  Promise.all([accountant.signOut(), director.signOut()])

export async function orderSigned({ accountant, director }: CompanySessions, order: NewTransfer) {
  const { id, version, approvals_missing } = await accountant.call(createTransfer, { body: order })
  if (approvals_missing > 0) await director.call(acceptTransfer, { params: { id }, body: { version } })
  return id
}

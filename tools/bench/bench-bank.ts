// Prepares the benchmark bank: accounts, signed-in sessions, and orders with re-authentication tokens.
import { createHash, randomBytes } from 'node:crypto'
import { createTransfer } from 'contract/transfers/transfers.ts'
import type pg from 'pg'
import { requestDigest } from '../../api/src/confirmation.ts'
import { operationOf } from '../../api/src/domains/reauthentication/reauthentication-store.ts'
import { newId } from '../../api/src/adapters/ids.ts'
import type { Request } from './load.ts'

export type BenchAccount = {
  id: string
  number: string
  beneficiary_id: string
  payee: string
  payee_iban: string
  payee_id: string
  pages: number
}
export type BenchSession = { user_id: string; session_id: string; token: string; cookie: string }

const LOGIN = '80000001'

export async function readAccounts(client: pg.Client): Promise<BenchAccount[]> {
  const { rows } = await client.query<BenchAccount>(
    `SELECT a.id, a.number, b.id AS beneficiary_id, b.name AS payee, b.iban AS payee_iban, p.id AS payee_id,
            ceil(l.entry_count / 20.0)::int AS pages
       FROM users u
       JOIN memberships m ON m.user_id = u.id
       JOIN accounts a ON a.id = m.account_id
       JOIN ledger_accounts l ON l.id = a.id
       JOIN LATERAL (SELECT * FROM beneficiaries WHERE account_id = a.id LIMIT 1) b ON true
       JOIN accounts p ON p.iban = b.iban
      WHERE u.login = $1`,
    [LOGIN],
  )
  return rows
}

/** Signs in, with the cookie that binds the token, as a browser would. */
export async function signIn(origin: string, password: string): Promise<BenchSession> {
  const reply = await fetch(`${origin}/wb-api/user/auth`, {
    headers: { authorization: `Basic ${Buffer.from(`${LOGIN}:${password}`).toString('base64')}` },
  })
  if (reply.status !== 200) throw new Error(`the bench user could not sign in: ${reply.status}`)
  // The server has validated its answer with the contract: a user with a token whose claims name the session.
  const { uuid, token } = (await reply.json()) as { uuid: string; token: string }
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  return { user_id: uuid, session_id: claims.sid, token, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

export const readHeaders = ({ token, cookie }: BenchSession, account: BenchAccount) => ({
  authorization: `Bearer ${token}`,
  cookie,
  'x-account-id': account.id,
  'x-client-datetime': '2026-01-01T00:00:00+00:00',
})

/** Orders for each session, with the token that POST /user/reauth would issue: a password check takes 30 ms of a core. */
export async function prepareOrders(
  client: pg.Client,
  sessions: readonly BenchSession[],
  accounts: readonly BenchAccount[],
  count: number,
): Promise<Request[][]> {
  const asks: Request[][] = sessions.map(() => [])
  const tokens: { token_hash: string; session_id: string; operation_hash: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const session = sessions[index % sessions.length]
    const account = accounts[Math.floor(Math.random() * accounts.length)]
    if (!session || !account) throw new Error('there are no sessions or no accounts')
    const amount = 1 + (index % 1_000)
    const label = `Essai ${newId()}`
    const body = { type: 'direct', beneficiary_id: account.beneficiary_id, amount, label, comment: null }
    const { hash } = operationOf(
      { user_id: session.user_id, session_id: session.session_id, account_id: account.id },
      {
        kind: 'transfer.create',
        facts: [
          { name: 'payee', text: account.payee },
          { name: 'iban', text: account.payee_iban },
          { name: 'amount', amount, currency: 'XOF' },
          { name: 'label', text: label },
          { name: 'account', text: account.number },
          { name: 'date', text: new Date().toISOString().slice(0, 10) },
        ],
      },
      requestDigest(createTransfer, { params: {}, query: {}, body }),
    )
    const token = randomBytes(32).toString('base64url')
    tokens.push({
      token_hash: createHash('sha256').update(token).digest('hex'),
      session_id: session.session_id,
      operation_hash: hash,
    })
    asks[index % sessions.length]?.push({
      method: 'POST',
      path: '/wb-api/transfers',
      headers: {
        ...readHeaders(session, account),
        'x-confirmation': token,
        'idempotency-key': newId(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  }
  await client.query(
    `INSERT INTO confirmations (token_hash, session_id, operation_hash, created_at, expires_at)
     SELECT decode(token_hash, 'hex'), session_id, operation_hash, now(), now() + interval '1 hour'
       FROM jsonb_to_recordset($1) AS p (token_hash text, session_id uuid, operation_hash text)`,
    [JSON.stringify(tokens)],
  )
  return asks
}

/** The same movement as a bare posting, for the reference server. */
export function barePosting(account: BenchAccount): Request {
  const id = newId()
  const day = new Date().toISOString().slice(0, 10)
  const entry = {
    posting_id: id,
    value_date: day,
    label: 'Essai',
    type: 'transfer_out',
    counterparty: null,
    reference: null,
    vat_rate: null,
    vat_amount: null,
  }
  return {
    method: 'POST',
    path: '/posting',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      posting: {
        id,
        posting_key: `bench:${id}`,
        kind: 'transfer',
        booking_date: day,
        posted_at: new Date().toISOString(),
        reverses: null,
      },
      entries: [
        { ...entry, id: newId(), account_id: account.id, amount: -1 },
        { ...entry, id: newId(), account_id: account.payee_id, amount: 1, type: 'transfer_in' },
      ],
    }),
  }
}

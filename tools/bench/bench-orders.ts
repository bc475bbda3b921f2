// Draws the orders of the benchmark. An order follows from its number alone, so that its confirmation can be written long before it is sent.
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createTransfer } from 'contract/transfers/transfers.ts'
import type pg from 'pg'
import { requestDigest } from '../../api/src/confirmation.ts'
import { operationOf } from '../../api/src/domains/reauthentication/reauthentication-store.ts'
import { type BenchAccount, SIGNED_ABOVE } from './bench-customers.ts'
import { type BenchSession, headersOf } from './bench-sessions.ts'
import { bytesOf } from './request-file.ts'

const LABELS = [
  'Loyer',
  'Facture',
  'Acompte sur commande',
  'Salaire',
  'Échéance',
  'Remboursement',
  'Frais de scolarité',
]
const MAX_AMOUNT = 10_000
/** More than two such cores can do. A measurement that runs out of orders ends early. */
export const MAX_ORDERS_PER_SECOND = 1_300 * availableParallelism()
/** The same for bare postings. */
export const MAX_POSTINGS_PER_SECOND = 6_000 * availableParallelism()
/** Where a customer has two accounts, so many orders in a hundred go to the other one. */
const OWN_PERCENT = 40
/** Where a second person signs large orders, so many orders in a hundred are large. */
const LARGE_PERCENT = 3
const CONFIRMATIONS_PER_STATEMENT = 20_000

export type Orderer = { accounts: readonly BenchAccount[]; sessions: ReadonlyMap<string, BenchSession>; day: string }

type Order = {
  session: BenchSession
  account: BenchAccount
  payee: { name: string; iban: string }
  token: string
  key: string
  body: { type: 'direct'; beneficiary_id?: string; own_account_id?: string; amount: number; label: string }
}

const uuidOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`

const at = <T>(list: readonly T[], chance: number): T => {
  const one = list[chance % list.length]
  if (one === undefined) throw new Error('there is nothing to draw from')
  return one
}

export function orderOf({ accounts, sessions }: Orderer, number: number): Order {
  const chance = createHash('sha256').update(`order ${number}`).digest()
  const draw = (index: number) => chance.readUInt32LE(index * 4)
  const account = at(accounts, draw(0))
  const session = sessions.get(at(account.users, draw(1)).id)
  if (!session) throw new Error('a user has no session')
  const isLarge = account.hasSecondSigner && draw(2) % 100 < LARGE_PERCENT
  const amount = (isLarge ? SIGNED_ABOVE : 0) + 1 + (draw(3) % MAX_AMOUNT)
  const label = `${at(LABELS, draw(4))} ${number}`
  const own = draw(5) % 100 < OWN_PERCENT ? account.own : null
  const payee = at(account.payees, draw(6))
  return {
    session,
    account,
    payee: own ? { name: own.label, iban: own.iban } : payee,
    token: chance.toString('base64url'),
    key: uuidOf(createHash('sha256').update(chance).digest('hex')),
    body: { type: 'direct', ...(own ? { own_account_id: own.id } : { beneficiary_id: payee.id }), amount, label },
  }
}

/** The confirmation that `POST /user/reauth` would write for an order. */
export function confirmationOf(orderer: Orderer, number: number) {
  const { session, account, payee, token, body } = orderOf(orderer, number)
  const { hash } = operationOf(
    {
      user_id: session.user_id,
      session_id: session.id,
      account_id: account.id,
      policy: { factors: [], factor_amount: null, factor_due_at: null, factors_reset_at: null },
    },
    {
      kind: 'transfer.create',
      facts: [
        { name: body.own_account_id ? 'own_account' : 'payee', text: payee.name },
        { name: 'iban', text: payee.iban },
        { name: 'amount', amount: body.amount, currency: 'XOF' },
        { name: 'label', text: body.label },
        { name: 'account', text: account.number },
        { name: 'date', text: orderer.day },
      ],
    },
    requestDigest(createTransfer, { params: {}, query: {}, body }),
  )
  return {
    token_hash: createHash('sha256').update(token).digest('hex'),
    session_id: session.id,
    operation_hash: hash,
  }
}

/** Writes the confirmations of the orders from 0 to `count`. */
export async function writeConfirmations(client: pg.Client, orderer: Orderer, count: number): Promise<void> {
  for (let first = 0; first < count; first += CONFIRMATIONS_PER_STATEMENT) {
    const length = Math.min(CONFIRMATIONS_PER_STATEMENT, count - first)
    const confirmations = Array.from({ length }, (_, index) => confirmationOf(orderer, first + index))
    await client.query(
      `INSERT INTO confirmations (token_hash, session_id, operation_hash, created_at, expires_at)
       SELECT decode(token_hash, 'hex'), session_id, operation_hash, now(), now() + interval '6 hours'
         FROM unnest($1::text[], $2::uuid[], $3::text[]) c (token_hash, session_id, operation_hash)`,
      [
        confirmations.map(({ token_hash }) => token_hash),
        confirmations.map(({ session_id }) => session_id),
        confirmations.map(({ operation_hash }) => operation_hash),
      ],
    )
  }
}

/** The request that sends an order. */
export function requestOf(orderer: Orderer, number: number): Buffer {
  const { session, account, token, key, body } = orderOf(orderer, number)
  const headers = {
    ...headersOf(session, account.id),
    'x-confirmation': token,
    'idempotency-key': key,
    'content-type': 'application/json',
  }
  return bytesOf({ method: 'POST', path: '/wb-api/transfers', headers, body: JSON.stringify(body) })
}

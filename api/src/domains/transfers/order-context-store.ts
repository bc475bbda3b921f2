// Reads what orders depend on: the payee and its bank, the customer, the tariff and the holidays.
import type { Tier } from 'contract/transfers/signing-rules.ts'
import type { NewTransfer, Transfer } from 'contract/transfers/transfers.ts'
import { UEMOA_COUNTRIES } from 'contract/values/iban.ts'
import { seesConfidential } from '../../caller.ts'
import { type Fragment, part, type Sql } from '../../db/db.ts'
import { payeeHolidaysFrom } from '../bank/holiday-store.ts'
import { nothingOrdered, type OrderedToPayee } from '../beneficiaries/new-payee-rules.ts'
import { wasNotReturned } from '../beneficiaries/new-payee-store.ts'
import type { OrderTariff } from './transfer-charges-rules.ts'

/** The payee, as an order identifies it. */
export type NamedPayee = Pick<NewTransfer, 'beneficiary_id' | 'own_account_id' | 'lookup_id'>

/** An order to the same payee with the same amount and label is a repetition within this time. */
const SAME_ORDER_MS = 86_400_000
/** Only the newest orders to a payee are compared: an account may pay one thousands of times a day. */
const SAME_ORDERS = 10

/** The request to pay that an order answers. `is_answered`: by another order, or refused. */
export type AnsweredRequest = {
  amount: number
  discount: number
  may_change_amount: boolean
  act_until: string | null
  is_answered: boolean
}

export type OrderContext = {
  holder: string
  account_number: string
  /** Of a saved beneficiary, of the customer's own account, or of a look-up. */
  beneficiary_name: string | null
  beneficiary_iban: string | null
  beneficiary_approval: 'pending' | 'approved' | 'refused' | null
  /** When the account number of the payee was entered or first looked up, and when it was marked as trusted. */
  numbered_at: Date | null
  trusted_at: Date | null
  /** Whether a payment to its account number was executed. */
  is_paid: boolean
  /** The amounts of those of the newest orders to it, within a day, that have the same label. */
  same_label_amounts: number[]
  /** What was ordered to it before; only read where it is limited. */
  ordered: OrderedToPayee
  /** The answer of the platform of instant payments; null where none was named, or where it is of another account. */
  looked_up: { answered_at: string; has_iban: boolean; request: AnsweredRequest | null } | null
  /** The payee's bank is connected to that platform. */
  is_reachable_instantly: boolean
  /** What is left of the bank's guarantee of instant payments, in francs; null where nothing was looked up. */
  guarantee_left: number | null
  /** The payee's bank, where it is known. */
  payee_bank: string | null
  /** The country of the bank. */
  home: string
  rail: Transfer['rail'] | null
  payee_id: string | null
  payee_status: string | null
  payee_currency: string | null
  payee_customer_id: string | null
  /** The signing rules that are set for the account; empty where none are set. */
  tiers: Tier[]
  /** Whether another person than the author could sign; false for individuals, who sign alone. */
  has_other_signer: boolean
  tariff: OrderTariff
  /** Of the bank's country and, after its name, of the payee's. */
  holidays: string[]
}

/** The lookup key of an order's payee and its reader, with the label that shows a repetition: own accounts and payees of confidential batches are limited to those that this user may see. */
export const payeeIn = (
  reader: { account_id: string; user_id: string; capabilities: readonly string[] },
  {
    beneficiary_id = null,
    own_account_id = null,
    lookup_id = null,
    label = null,
  }: NamedPayee & { label?: string | null },
) => ({
  account_id: reader.account_id,
  user_id: reader.user_id,
  sees: seesConfidential(reader),
  beneficiary_id,
  own_account_id,
  lookup_id,
  label,
})

type OrderKey = ReturnType<typeof payeeIn>
/** The same for all orders: only the first row has it. */
type Shared = 'tariff' | 'holidays'
type ContextRow = Omit<OrderContext, Shared | 'ordered'> & { [Name in Shared]: OrderContext[Name] | null } & {
  payee_holidays: string[]
}

/** The bank's data for each order: the payee and its bank, the customer, and the tariff. `payer_id` and `author_id` are those of the key. */
const orderContexts = (orders: readonly OrderKey[], now: Date): Fragment => part`
    SELECT o.index, o.account_id AS payer_id, o.user_id AS author_id,
           c.name AS holder, a.number AS account_number, coalesce(p.name, own.label, l.name) AS beneficiary_name, paid.iban AS beneficiary_iban,
           coalesce(p.approval_status, (SELECT b.approval_status FROM beneficiaries b
                                         WHERE b.account_id = l.account_id AND b.iban = l.iban AND b.removed_at IS NULL LIMIT 1)) AS beneficiary_approval, p.trusted_at,
           CASE WHEN p.id IS NOT NULL OR l.id IS NULL THEN p.numbered_at
                ELSE (SELECT min(f.created_at) FROM payee_lookups f WHERE f.account_id = l.account_id AND coalesce(f.iban, f.other) = paid.iban) END AS numbered_at,
           CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('answered_at', l.answered_at, 'has_iban', l.iban IS NOT NULL, 'request',
             (SELECT jsonb_build_object('amount', q.amount, 'discount', q.discount, 'may_change_amount', q.may_change_amount, 'act_until', q.act_until,
                       'is_answered', q.state <> 'open' OR EXISTS (SELECT FROM transfers t WHERE t.account_id = q.account_id AND t.lookup_id = q.lookup_id
                          AND t.validation_status <> 'refused' AND t.execution_status IN ('scheduled', 'executed', 'paused')))
                FROM payment_requests q WHERE q.account_id = l.account_id AND q.lookup_id = l.id AND q.direction = 'received')) END AS looked_up,
           r.rail = 'local' AND EXISTS (SELECT FROM instant_participants i WHERE i.state = 'ENBL'
             AND i.member = coalesce(l.member, left(paid.iban, 2) || 'B' || substr(paid.iban, 7, 3)) OFFSET 0) AS is_reachable_instantly,
           CASE WHEN l.id IS NOT NULL THEN (SELECT g.amount - g.used FROM instant_guarantee g) END AS guarantee_left,
           left(bank.code, 2) AS home,
           -- By the index of the account: OFFSET 0 keeps the planner from reading all orders once.
           EXISTS (SELECT FROM transfers t WHERE t.account_id = o.account_id AND t.beneficiary_iban = paid.iban AND t.execution_status = 'executed' OFFSET 0)
           OR EXISTS (SELECT FROM transfers t JOIN transfer_occurrences d ON d.account_id = t.account_id AND d.transfer_id = t.id
                       WHERE t.account_id = o.account_id AND t.beneficiary_iban = paid.iban AND d.outcome = 'executed' AND ${wasNotReturned} OFFSET 0) AS is_paid,
           ARRAY(SELECT t.amount
                   FROM (SELECT * FROM visible_transfers(o.account_id, o.sees) v
                          WHERE v.beneficiary_iban = paid.iban AND v.created_at > ${new Date(now.getTime() - SAME_ORDER_MS)}
                          ORDER BY v.created_at DESC LIMIT ${SAME_ORDERS}) t
                  WHERE t.label = o.label AND t.validation_status <> 'refused' AND t.execution_status NOT IN ('cancelled', 'rejected')) AS same_label_amounts, r.rail,
           CASE WHEN r.rail = 'internal' THEN bank.name ELSE coalesce(participant.name, other.name) END AS payee_bank,
           payee.id AS payee_id, payee.status AS payee_status, payee.currency AS payee_currency, payee.customer_id AS payee_customer_id,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'up_to', s.up_to, 'rule', s.rule)), '[]')
              FROM signing_tiers s WHERE s.account_id = o.account_id) AS tiers,
           c.kind = 'company' AND account_has_other(o.account_id, o.user_id, 'transfer.validate', ${now}) AS has_other_signer,
           CASE WHEN o.index = 1 THEN (SELECT jsonb_object_agg(name, value) FROM parameters) END AS tariff,
           CASE WHEN o.index = 1 THEN ARRAY(SELECT day::text FROM holidays WHERE day >= ${now.toISOString().slice(0, 10)}::date ORDER BY day LIMIT 60) END AS holidays,
           -- Only for a payee in another country of the union.
           CASE WHEN r.rail = 'local' AND left(paid.iban, 2) <> left(bank.code, 2)
                THEN ${payeeHolidaysFrom(now.toISOString().slice(0, 10))}
                ELSE '{}' END AS payee_holidays
      FROM unnest(${orders.map(({ account_id }) => account_id)}::uuid[], ${orders.map(({ beneficiary_id }) => beneficiary_id)}::uuid[],
                  ${orders.map(({ own_account_id }) => own_account_id)}::uuid[], ${orders.map(({ user_id }) => user_id)}::uuid[],
                  ${orders.map(({ sees }) => String(sees))}::boolean[], ${orders.map(({ lookup_id }) => lookup_id)}::uuid[], ${orders.map(({ label }) => label)}::text[])
           WITH ORDINALITY AS o (account_id, beneficiary_id, own_account_id, user_id, sees, lookup_id, label, index)
      JOIN accounts a ON a.id = o.account_id
      JOIN customers c ON c.id = a.customer_id
      CROSS JOIN bank
      LEFT JOIN LATERAL visible_beneficiaries(o.account_id, o.sees) p ON p.id = o.beneficiary_id AND p.removed_at IS NULL
      -- An account of the same customer that this user may see; one that they may not is like one that does not exist.
      LEFT JOIN accounts own ON own.id = o.own_account_id AND own.customer_id = a.customer_id
            AND EXISTS (SELECT FROM memberships m WHERE m.user_id = o.user_id AND m.account_id = own.id AND cardinality(m.rights) > 0 OFFSET 0)
      -- Beside a beneficiary, a look-up of its account.
      LEFT JOIN payee_lookups l ON l.account_id = o.account_id AND l.id = o.lookup_id AND l.state = 'found'
            AND (CASE WHEN o.beneficiary_id IS NULL THEN true ELSE l.iban = p.iban END)
      LEFT JOIN instant_participants participant ON participant.member = l.member
     CROSS JOIN LATERAL (SELECT coalesce(p.iban, own.iban, l.iban, l.other) AS iban) paid
      LEFT JOIN accounts payee ON payee.iban = paid.iban
      LEFT JOIN banks other ON other.country = left(paid.iban, 2) AND other.code = substr(paid.iban, 5, 5)
     CROSS JOIN LATERAL (
             SELECT CASE WHEN paid.iban IS NULL THEN NULL
                         WHEN left(paid.iban, 2) = left(bank.code, 2) AND substr(paid.iban, 5, 5) = bank.code THEN 'internal'
                         WHEN l.id IS NOT NULL THEN 'local'
                         WHEN left(paid.iban, 2) = ANY (${UEMOA_COUNTRIES}::text[]) THEN 'local'
                         ELSE 'international' END AS rail) r`

/** Gives each row what only the first one has. */
function shared<Row extends ContextRow>(rows: readonly Row[]): (Row & OrderContext)[] {
  const [first] = rows
  if (!first?.tariff || !first.holidays) return []
  const { tariff, holidays } = first
  return rows.map((row) => ({
    ...row,
    ordered: nothingOrdered,
    tariff,
    holidays: [...holidays, ...row.payee_holidays],
  }))
}

/** The bank's data for each order, in their order, read before locking. */
export async function findOrderContext(db: Sql, orders: readonly OrderKey[], now: Date): Promise<OrderContext[]> {
  return shared(await db<ContextRow>`SELECT o.* FROM (${orderContexts(orders, now)}) o ORDER BY o.index`)
}

/** The same with the money that is available on the debited account, and whether the key of the order was used before. */
export async function findPayableContext(
  db: Sql,
  orders: readonly (OrderKey & { key: string })[],
  now: Date,
): Promise<(OrderContext & { available: number; is_known: boolean })[]> {
  const rows = await db<ContextRow & { available: number; is_known: boolean }>`
    SELECT o.*, (l.booked - l.held + l.overdraft)::bigint AS available, known.is_known
      FROM (${orderContexts(orders, now)}) o
      JOIN unnest(${orders.map(({ key }) => key)}::text[]) WITH ORDINALITY AS k (key, index) ON k.index = o.index
      JOIN ledger_accounts l ON l.id = o.payer_id
     CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM idempotency_keys i WHERE i.user_id = o.author_id AND i.key = k.key OFFSET 0) AS is_known) known
     ORDER BY o.index`
  return shared(rows)
}

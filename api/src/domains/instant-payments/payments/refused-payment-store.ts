// Payments without an outcome whose message the AIP refused, or took and does not know a day later.
import { part, type Sql } from '../../../db/db.ts'

export type RefusedPayment = {
  payment_id: string
  end_to_end_id: string
  account_id: string
  iban: string
  amount: number
  queued_at: Date
  /** How often the message was sent: an attempt before the refused one may have arrived. */
  tries: number
  /** Null: the AIP took the message, and has lost it. */
  refusal: string | null
  /** Whether the AIP did not know the payment at the last question that it answered. */
  is_unknown: boolean
  /** Whether a callback has named the payment or its message. */
  is_mentioned: boolean
}

const refusedPayments = part`
  SELECT i.payment_id, i.end_to_end_id, o.account_id, a.iban, o.amount::bigint AS amount, o.queued_at, m.tries, m.refusal,
         coalesce(q.state = 'refused' AND q.refusal LIKE '404 %', false) AS is_unknown,
         EXISTS (SELECT FROM aip_messages c WHERE c.direction = 'in' AND c.end_to_end_id = i.end_to_end_id)
           OR EXISTS (SELECT FROM aip_messages c
                       WHERE c.direction = 'in' AND c.message_id = i.message_id
                         AND c.path IN ('/transferts/echecs', '/message-envoi/echec-http', '/message-traitement/echec', '/messages-iso/echec-envoi')) AS is_mentioned
    FROM instant_payments i
    JOIN outgoing_payments o ON o.id = i.payment_id AND o.state IN ('queued', 'sent')
    JOIN accounts a ON a.id = o.account_id
    JOIN aip_messages m ON m.direction = 'out' AND m.message_id = i.message_id AND m.state <> 'queued'
    LEFT JOIN LATERAL (SELECT state, refusal, created_at FROM aip_messages
                        WHERE end_to_end_id = i.end_to_end_id AND direction = 'out' AND path = '/transferts/statut' AND state <> 'queued'
                        ORDER BY created_at DESC, id DESC LIMIT 1) q ON true
   WHERE i.ask_at IS NOT NULL
     AND (m.state = 'refused' OR (q.state = 'refused' AND q.refusal LIKE '404 %' AND q.created_at > o.queued_at + interval '1 day'))`

/** Null where the message of the payment was neither refused nor lost, or its outcome is known. */
export async function findRefusedPayment(db: Sql, paymentId: string): Promise<RefusedPayment | null> {
  const [row] = await db<RefusedPayment>`${refusedPayments} AND i.payment_id = ${paymentId}`
  return row ?? null
}

/** The oldest first. */
export const listRefusedPayments = (db: Sql, max: number) =>
  db<RefusedPayment>`${refusedPayments} ORDER BY o.queued_at, i.payment_id LIMIT ${max}`

import type { Proof } from 'contract/transfers/transfers.ts'
import type { Sql, Tx } from '../../db/db.ts'

/** The verification code of a transfer's proof: the existing one, or this new one. */
export async function upsertCode(
  tx: Tx,
  { account_id, id }: { account_id: string; id: string },
  code: string,
  now: Date,
): Promise<string> {
  await tx`
    INSERT INTO transfer_proofs (code, account_id, transfer_id, made_at) VALUES (${code}, ${account_id}, ${id}, ${now})
    ON CONFLICT (account_id, transfer_id) DO NOTHING`
  const [row] = await tx<{
    code: string
  }>`SELECT code FROM transfer_proofs WHERE account_id = ${account_id} AND transfer_id = ${id}`
  if (!row) throw new Error('a code has vanished')
  return row.code
}

export type ProofContext = {
  holder: string
  account_iban: string
  beneficiary_name: string
  beneficiary_iban: string
  bank_name: string | null
  amount: number
  fees: number
  tax: number
  currency: string
  /** What the payee's bank receives, where it is in another currency, and at which rate in francs. */
  credit_amount: number | null
  credit_currency: string | null
  exchange_rate: number | null
  label: string
  reference: string
  network: string
  execution_date: string
  execution_status: string
}

/** The content of a transfer's proof; null where no transfer has that id. */
export async function findProofContext(db: Sql, accountId: string, id: string): Promise<ProofContext | null> {
  const [row] = await db<ProofContext>`
    SELECT c.name AS holder, a.iban AS account_iban, v.beneficiary_name, v.beneficiary_iban, v.bank_name, v.amount, v.fees, v.tax, v.currency,
           v.credit_amount, v.credit_currency, v.exchange_rate, v.label, v.reference, v.network, v.execution_date, v.execution_status
      FROM transfer_details v
      JOIN accounts a ON a.id = v.account_id
      JOIN customers c ON c.id = a.customer_id
     WHERE v.account_id = ${accountId} AND v.id = ${id}`
  return row ?? null
}

/** The answer of the bank to a person who has this code. */
export async function findProof(db: Sql, code: string): Promise<Proof | null> {
  const [row] = await db<Proof>`
    SELECT b.name AS bank_name, t.reference, t.amount, t.currency, t.credit_amount, t.credit_currency, c.name AS payer, t.beneficiary_name AS payee,
           right(t.beneficiary_iban, 4) AS payee_account_end, t.execution_date AS executed_on,
           CASE t.execution_status WHEN 'executed' THEN 'executed' ELSE 'returned' END AS state
      FROM transfer_proofs p
      JOIN transfers t ON t.account_id = p.account_id AND t.id = p.transfer_id
      JOIN accounts a ON a.id = t.account_id
      JOIN customers c ON c.id = a.customer_id
      CROSS JOIN bank b
     WHERE p.code = ${code}`
  return row ?? null
}

import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import { normaliseAccountNumber, UEMOA_COUNTRIES } from 'contract/values/iban.ts'
import { type AccountReader, seesConfidential } from '../../caller.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'
import {
  beneficiaries,
  beneficiaryEdits,
  type BeneficiaryRow,
  contactDetails,
  type LockedBeneficiary,
} from './beneficiary-columns.ts'
import type { StoredAccount } from './beneficiary-rules.ts'

export type BeneficiarySearch = {
  /** Only these, whether they are saved or not. */
  ids: readonly string[] | null
  search: string | null
  rail: Beneficiary['rail'] | null
  is_international: boolean | null
  list: string | null
  status: Beneficiary['approval_status'] | null
}
export const everyone: BeneficiarySearch = {
  ids: null,
  search: null,
  rail: null,
  is_international: null,
  list: null,
  status: null,
}

/** A page of the saved beneficiaries that a reader may see, by name, and the total that the search finds. Unsaved ones are found by their ids only. */
export async function listBeneficiariesOf(
  db: Sql,
  reader: AccountReader,
  { ids, search, rail, is_international, list, status }: BeneficiarySearch,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: Beneficiary[]; total: number }> {
  const { account_id: accountId } = reader
  const pattern = search ? containing(search) : null
  const number = search ? containing(normaliseAccountNumber(search)) : null
  const rows = await db<Beneficiary & { sort_name: string; total: number }>`
    WITH found AS (
      SELECT p.id, p.sort_name, CASE WHEN k.is_ours THEN 'internal' WHEN k.is_uemoa THEN 'local' ELSE 'international' END AS rail
        FROM visible_beneficiaries(${accountId}, ${seesConfidential(reader)}) p
        CROSS JOIN bank
        CROSS JOIN LATERAL (
          SELECT left(p.iban, 2) = left(bank.code, 2) AND substr(p.iban, 5, 5) = bank.code AS is_ours,
                 left(p.iban, 2) = ANY (${UEMOA_COUNTRIES}::text[]) AS is_uemoa) k
       WHERE p.removed_at IS NULL
         AND CASE WHEN ${ids}::uuid[] IS NULL THEN p.is_saved ELSE p.id = ANY (${ids}::uuid[]) END
         AND (${status}::text IS NULL OR p.approval_status = ${status})
         AND (${is_international}::boolean IS NULL OR k.is_uemoa <> ${is_international})
         AND (${list}::uuid IS NULL OR EXISTS (SELECT FROM beneficiary_list_members m
                                                WHERE m.account_id = p.account_id AND m.list_id = ${list} AND m.beneficiary_id = p.id))
         AND (${pattern}::text IS NULL OR p.sort_name LIKE plain_letters(${pattern}) OR p.iban LIKE ${number} OR plain_letters(p.code) LIKE plain_letters(${pattern})
              OR p.phone LIKE ${number})
    ), kept AS (
      SELECT * FROM found WHERE ${rail}::text IS NULL OR rail = ${rail}
    )
    SELECT counted.total, page.rail, p.id, p.name, CASE WHEN p.is_company THEN p.name END AS company_name, p.iban,
           coalesce(p.bic, CASE WHEN page.rail = 'internal' THEN bank.bic ELSE other.bic END) AS bic,
           CASE WHEN page.rail = 'internal' THEN bank.name ELSE coalesce(other.name, p.bank_name) END AS bank_name,
           coalesce(p.country, left(p.iban, 2)) AS country, page.rail = 'international' AS international, p.code, p.approval_status, p.is_confidential,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) ORDER BY l.sort_name), '[]')
              FROM beneficiary_list_members m JOIN beneficiary_lists l ON l.account_id = m.account_id AND l.id = m.list_id
             WHERE m.account_id = p.account_id AND m.beneficiary_id = p.id) AS lists, page.sort_name
      FROM (SELECT count(*) AS total FROM kept) counted
     CROSS JOIN bank
      LEFT JOIN (SELECT * FROM kept ORDER BY sort_name COLLATE "C", id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
      LEFT JOIN visible_beneficiaries(${accountId}, ${seesConfidential(reader)}) p ON p.id = page.id
      LEFT JOIN banks other ON other.country = left(p.iban, 2) AND other.code = substr(p.iban, 5, 5)
     ORDER BY page.sort_name COLLATE "C", page.id`
  return pageOf(rows, ({ sort_name: _sort, ...beneficiary }) => beneficiary)
}

/** The details that only the page of one beneficiary shows. */
export async function findContactDetails(
  db: Sql,
  reader: AccountReader,
  id: string,
): Promise<RowOf<typeof contactDetails> | null> {
  const [row] = await db<RowOf<typeof contactDetails>>`
    SELECT ${columnsOf(contactDetails)}
      FROM visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)}) WHERE id = ${id} AND removed_at IS NULL`
  return row ?? null
}

/** The names of the beneficiaries that a reader may see, except one. */
export async function listNames(
  db: Sql,
  reader: AccountReader,
  { except }: { except: string | null },
): Promise<string[]> {
  const rows = await db<{ name: string }>`
    SELECT name FROM visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)})
     WHERE removed_at IS NULL AND id IS DISTINCT FROM ${except}::uuid`
  return rows.map(({ name }) => name)
}

export async function lockBeneficiary(tx: Tx, reader: AccountReader, id: string): Promise<LockedBeneficiary | null> {
  const [row] = await tx<LockedBeneficiary>`
    SELECT ${columnsOf(beneficiaries)}
      FROM beneficiaries
     WHERE account_id = ${reader.account_id} AND removed_at IS NULL
       AND id = (SELECT v.id FROM visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)}) v WHERE v.id = ${id})
       FOR NO KEY UPDATE`
  return row ?? null
}

export async function insertBeneficiary(tx: Tx, accountId: string, row: BeneficiaryRow, at: Date): Promise<void> {
  await tx`
    INSERT INTO beneficiaries (account_id, id, ${columnsOf(beneficiaryEdits)}, created_at, numbered_at)
    VALUES (${accountId}, ${row.id}, ${valuesOf(beneficiaryEdits, row)}, ${at}, ${at})`
}

export async function updateBeneficiary(tx: Tx, accountId: string, row: BeneficiaryRow): Promise<void> {
  await tx`
    UPDATE beneficiaries SET (${columnsOf(beneficiaryEdits)}) = ROW(${valuesOf(beneficiaryEdits, row)}), version = version + 1
     WHERE account_id = ${accountId} AND id = ${row.id}`
}

/** Another account number was entered: payments to it are limited anew, and trust in the former one has ended. */
export async function markNumbered(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
  await tx`UPDATE beneficiaries SET numbered_at = ${at}, trusted_at = NULL WHERE account_id = ${accountId} AND id = ${id}`
}

/** Sets or removes the mark of a trusted payee. */
export async function markTrusted(tx: Tx, accountId: string, id: string, at: Date | null): Promise<void> {
  await tx`
    UPDATE beneficiaries SET trusted_at = ${at}, version = version + 1 WHERE account_id = ${accountId} AND id = ${id}`
}

/** Sets the approval status of a new account. */
export async function markDecided(
  tx: Tx,
  accountId: string,
  id: string,
  status: 'approved' | 'refused',
): Promise<void> {
  await tx`
    UPDATE beneficiaries SET approval_status = ${status}, version = version + 1 WHERE account_id = ${accountId} AND id = ${id}`
}

/** Restores the account that was approved before a refused change. */
export async function restoreAccount(
  tx: Tx,
  accountId: string,
  id: string,
  { iban, country, bic, bank_name }: StoredAccount,
): Promise<void> {
  await tx`
    UPDATE beneficiaries SET iban = ${iban}, country = ${country}, bic = ${bic}, bank_name = ${bank_name}, approval_status = 'approved',
                             version = version + 1
     WHERE account_id = ${accountId} AND id = ${id}`
}

/** Deletes a beneficiary. The row stays, because executed orders keep its name and number. */
export async function markRemoved(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
  await tx`DELETE FROM beneficiary_list_members WHERE account_id = ${accountId} AND beneficiary_id = ${id}`
  await tx`UPDATE beneficiaries SET removed_at = ${at}, version = version + 1 WHERE account_id = ${accountId} AND id = ${id}`
}

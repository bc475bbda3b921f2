import type { BeneficiaryList, ListName, ListType } from 'contract/transfers/beneficiary-lists.ts'
import { type AccountReader, seesConfidential } from '../../caller.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'
import { listEdits, listTypes } from './beneficiary-columns.ts'

type ListRow = Omit<BeneficiaryList, 'type'> & { type_id: string | null; type_label: string | null }

const toList = ({ id, name, comment, beneficiary_count, type_id, type_label }: ListRow): BeneficiaryList => ({
  id,
  name,
  type: type_id !== null && type_label !== null ? { id: type_id, label: type_label } : null,
  comment,
  beneficiary_count,
})

/** A page of the lists of an account, by name. With an id: that one. */
export async function listListsOf(
  db: Sql,
  reader: AccountReader,
  { id, search }: { id: string | null; search: string | null },
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: BeneficiaryList[]; total: number }> {
  const { account_id: accountId } = reader
  const pattern = search ? containing(search) : null
  const rows = await db<ListRow & { total: number }>`
    WITH found AS (
      SELECT l.id, l.sort_name FROM beneficiary_lists l
       WHERE l.account_id = ${accountId} AND (${id}::uuid IS NULL OR l.id = ${id})
         AND (${pattern}::text IS NULL OR l.sort_name LIKE plain_letters(${pattern}))
    )
    SELECT counted.total, l.id, l.name, l.comment, t.id AS type_id, t.label AS type_label,
           (SELECT count(*) FROM beneficiary_list_members m
              JOIN visible_beneficiaries(${accountId}, ${seesConfidential(reader)}) p ON p.id = m.beneficiary_id
             WHERE m.account_id = l.account_id AND m.list_id = l.id) AS beneficiary_count
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY sort_name COLLATE "C", id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) f ON true
      LEFT JOIN beneficiary_lists l ON l.account_id = ${accountId} AND l.id = f.id
      LEFT JOIN beneficiary_list_types t ON t.account_id = l.account_id AND t.id = l.type_id
     ORDER BY f.sort_name COLLATE "C", f.id`
  return pageOf(rows, toList)
}

export const listNamesOf = (db: Sql, accountId: string): Promise<ListName[]> =>
  db<ListName>`
    SELECT id, name FROM beneficiary_lists WHERE account_id = ${accountId} ORDER BY sort_name COLLATE "C", id`

export const listTypesOf = (db: Sql, accountId: string): Promise<ListType[]> =>
  db<RowOf<typeof listTypes>>`
    SELECT ${columnsOf(listTypes)} FROM beneficiary_list_types WHERE account_id = ${accountId} ORDER BY plain_letters(label) COLLATE "C", id`

/** Locks the lists of an account: creations and renames run one after the other, so that names stay unique. */
export async function lockListsOf(tx: Tx, accountId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('beneficiary lists ' || ${accountId}::text, 0))`
}

export async function isListNameTaken(
  tx: Tx,
  accountId: string,
  name: string,
  except: string | null,
): Promise<boolean> {
  const [row] = await tx<{ is_taken: boolean }>`
    SELECT EXISTS (SELECT FROM beneficiary_lists WHERE account_id = ${accountId} AND sort_name = plain_letters(${name})
                      AND id IS DISTINCT FROM ${except}::uuid) AS is_taken`
  return row?.is_taken ?? false
}

export async function hasListType(tx: Tx, accountId: string, id: string): Promise<boolean> {
  return (await tx`SELECT id FROM beneficiary_list_types WHERE account_id = ${accountId} AND id = ${id}`).length > 0
}

/** The type of this name; created where it does not exist. */
export async function ensureListType(tx: Tx, accountId: string, { id, label }: ListType): Promise<string> {
  const [known] = await tx<{ id: string }>`
    SELECT id FROM beneficiary_list_types WHERE account_id = ${accountId} AND plain_letters(label) = plain_letters(${label})`
  if (known) return known.id
  await tx`INSERT INTO beneficiary_list_types (account_id, id, label) VALUES (${accountId}, ${id}, ${label})`
  return id
}

type ListLabels = RowOf<typeof listEdits> & { id: string }

export async function insertList(tx: Tx, accountId: string, list: ListLabels, at: Date): Promise<void> {
  await tx`
    INSERT INTO beneficiary_lists (account_id, id, ${columnsOf(listEdits)}, created_at)
    VALUES (${accountId}, ${list.id}, ${valuesOf(listEdits, list)}, ${at})`
}

export async function updateList(tx: Tx, accountId: string, list: ListLabels): Promise<void> {
  await tx`
    UPDATE beneficiary_lists SET (${columnsOf(listEdits)}) = ROW(${valuesOf(listEdits, list)})
     WHERE account_id = ${accountId} AND id = ${list.id}`
}

/** Deletes a list and keeps its beneficiaries. False where it does not exist. */
export async function removeList(tx: Tx, accountId: string, id: string): Promise<boolean> {
  return (
    (await tx`DELETE FROM beneficiary_lists WHERE account_id = ${accountId} AND id = ${id} RETURNING id`).length > 0
  )
}

/** Adds beneficiaries to a list. False where one is not of the account or not visible to the reader. */
export async function addMembers(
  tx: Tx,
  reader: AccountReader,
  listId: string,
  beneficiaryIds: readonly string[],
): Promise<boolean> {
  const distinctIds = [...new Set(beneficiaryIds)]
  if (distinctIds.length === 0) return true
  const { account_id: accountId } = reader
  // Locked: a beneficiary that is being deleted must not be added to a list.
  const found = await tx<{ id: string }>`
    SELECT id FROM beneficiaries WHERE account_id = ${accountId} AND is_saved AND removed_at IS NULL
       AND id IN (SELECT v.id FROM visible_beneficiaries(${accountId}, ${seesConfidential(reader)}) v WHERE v.id = ANY (${distinctIds}::uuid[]))
     ORDER BY id FOR SHARE`
  if (found.length < distinctIds.length) return false
  await tx`
    INSERT INTO beneficiary_list_members (account_id, list_id, beneficiary_id)
    SELECT ${accountId}, ${listId}, id FROM unnest(${distinctIds}::uuid[]) AS w (id) ON CONFLICT DO NOTHING`
  return true
}

export async function removeMembers(
  tx: Tx,
  accountId: string,
  listId: string,
  beneficiaryIds: readonly string[],
): Promise<void> {
  await tx`
    DELETE FROM beneficiary_list_members
     WHERE account_id = ${accountId} AND list_id = ${listId} AND beneficiary_id = ANY (${beneficiaryIds}::uuid[])`
}

/** Puts a beneficiary into exactly these lists. False where one of them does not exist. */
export async function replaceListsOf(
  tx: Tx,
  accountId: string,
  beneficiaryId: string,
  listIds: readonly string[],
): Promise<boolean> {
  const distinctIds = [...new Set(listIds)]
  const found = await tx`
    SELECT id FROM beneficiary_lists WHERE account_id = ${accountId} AND id = ANY (${distinctIds}::uuid[]) ORDER BY id FOR KEY SHARE`
  if (found.length < distinctIds.length) return false
  await tx`
    DELETE FROM beneficiary_list_members
     WHERE account_id = ${accountId} AND beneficiary_id = ${beneficiaryId} AND list_id <> ALL (${distinctIds}::uuid[])`
  await tx`
    INSERT INTO beneficiary_list_members (account_id, list_id, beneficiary_id)
    SELECT ${accountId}, id, ${beneficiaryId} FROM unnest(${distinctIds}::uuid[]) AS w (id) ON CONFLICT DO NOTHING`
  return true
}

import type { Tx } from '../db/db.ts'

type Customer = { id: string; name: string; may_have_cheques: boolean }

/** A customer, who stays as they are until the transaction ends. */
export async function lockCustomer(tx: Tx, id: string): Promise<Customer | null> {
  const [row] = await tx<Customer>`
    SELECT id, name, may_have_cheques FROM customers WHERE id = ${id} FOR NO KEY UPDATE`
  return row ?? null
}

export async function setName(tx: Tx, id: string, name: string): Promise<void> {
  await tx`UPDATE customers SET name = ${name} WHERE id = ${id}`
}

export async function setMayHaveCheques(tx: Tx, id: string, may_have_cheques: boolean): Promise<void> {
  await tx`UPDATE customers SET may_have_cheques = ${may_have_cheques} WHERE id = ${id}`
}

type Names = { first_name: string; last_name: string }

export async function setNames(tx: Tx, userId: string, { first_name, last_name }: Names): Promise<void> {
  await tx`UPDATE users SET first_name = ${first_name}, last_name = ${last_name} WHERE id = ${userId}`
}

export async function removePassword(tx: Tx, userId: string): Promise<void> {
  await tx`UPDATE users SET password_hash = NULL WHERE id = ${userId}`
}

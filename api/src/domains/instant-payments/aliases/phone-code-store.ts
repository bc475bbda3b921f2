import { columnsOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { type PhoneCode, phoneCodes } from './alias-columns.ts'

/** Stores the code in place of an earlier one. */
export async function replacePhoneCode(tx: Tx, code: PhoneCode): Promise<void> {
  await tx`DELETE FROM phone_codes WHERE user_id = ${code.user_id}`
  await tx`INSERT INTO phone_codes (${columnsOf(phoneCodes)}) VALUES (${valuesOf(phoneCodes, code)})`
}

/** Counts a try and answers the code with it; null where there is none, it is over, or it was tried too often. */
export async function tryPhoneCode(db: Sql, userId: string, now: Date, max: number): Promise<PhoneCode | null> {
  const [row] = await db<PhoneCode>`
    UPDATE phone_codes SET tries = tries + 1 WHERE user_id = ${userId} AND expires_at > ${now} AND tries < ${max}
    RETURNING ${columnsOf(phoneCodes)}`
  return row ?? null
}

/** A right code is no failed try: the confirmation of the request sends it a second time. */
export async function giveTryBack(db: Sql, userId: string): Promise<void> {
  await db`UPDATE phone_codes SET tries = tries - 1 WHERE user_id = ${userId} AND tries > 0`
}

export async function removePhoneCode(tx: Tx, userId: string): Promise<void> {
  await tx`DELETE FROM phone_codes WHERE user_id = ${userId}`
}

import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { replacedPictures, userPictures } from '../session/user-columns.ts'

export async function upsertPicture(db: Sql, picture: RowOf<typeof userPictures>): Promise<void> {
  await db`
    INSERT INTO user_pictures (${columnsOf(userPictures)}) VALUES (${valuesOf(userPictures, picture)})
    ON CONFLICT (user_id)
       DO UPDATE SET (${columnsOf(replacedPictures)}) = ROW(${columnsOf(replacedPictures, 'excluded')})`
}

export async function findPicture(db: Sql, user_id: string): Promise<Buffer | null> {
  const [row] = await db<{ content: Buffer }>`SELECT content FROM user_pictures WHERE user_id = ${user_id}`
  return row?.content ?? null
}

export async function removePicture(db: Sql, user_id: string): Promise<boolean> {
  return (await db`DELETE FROM user_pictures WHERE user_id = ${user_id} RETURNING user_id`).length > 0
}

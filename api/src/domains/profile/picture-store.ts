import type { Sql } from '../../db/db.ts'

export async function upsertPicture(
  db: Sql,
  { user_id, content, version, updated_at }: { user_id: string; content: Buffer; version: string; updated_at: Date },
) {
  await db`
    INSERT INTO user_pictures (user_id, content, version, updated_at) VALUES (${user_id}, ${content}, ${version}, ${updated_at})
    ON CONFLICT (user_id) DO UPDATE SET content = excluded.content, version = excluded.version, updated_at = excluded.updated_at`
}

export async function findPicture(db: Sql, user_id: string): Promise<Buffer | null> {
  const [row] = await db<{ content: Buffer }>`SELECT content FROM user_pictures WHERE user_id = ${user_id}`
  return row?.content ?? null
}

export async function removePicture(db: Sql, user_id: string): Promise<boolean> {
  return (await db`DELETE FROM user_pictures WHERE user_id = ${user_id} RETURNING user_id`).length > 0
}

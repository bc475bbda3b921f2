import type { Caller } from '../../caller.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { squareOf } from '../../adapters/images.ts'
import { Refusal } from '../../refusal.ts'
import { findPicture, removePicture, upsertPicture } from './picture-store.ts'

/** In pixels: twice the largest displayed size, for high-resolution screens. */
const SIDE = 256

type Ports = { db: Db; clock: Clock }

/** Stores a small square of the picture, without its metadata. */
export async function changePicture(
  { db, clock }: Ports,
  caller: Caller,
  [picture]: readonly { content: Buffer }[],
): Promise<void> {
  if (!picture) throw new Refusal('picture_missing')
  const content = await squareOf(picture.content, SIDE)
  await transaction(db, async (tx) => {
    const now = clock.now()
    const { user_id } = caller
    await upsertPicture(tx, { user_id, content, version: newId(), updated_at: now })
    await recordEvent(tx, {
      at: now,
      ...byUser(caller),
      action: 'picture.change',
      subject_id: user_id,
      facts: {},
    })
  })
}

export async function deletePicture({ db, clock }: Ports, caller: Caller): Promise<void> {
  const { user_id } = caller
  await transaction(db, async (tx) => {
    if (!(await removePicture(tx, user_id))) return
    await recordEvent(tx, {
      at: clock.now(),
      ...byUser(caller),
      action: 'picture.remove',
      subject_id: user_id,
      facts: {},
    })
  })
}

export async function getPicture(db: Db, { user_id }: Caller) {
  const content = await findPicture(db, user_id)
  if (!content) throw new Refusal('not_found')
  return { file_name: 'photo.jpg', media_type: 'image/jpeg', content }
}

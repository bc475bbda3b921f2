import { type AccessChange, ANSWER_WITHIN_DAYS } from 'contract/access/access.ts'
import type { Grant } from 'contract/roles.ts'
import { newId } from '../../adapters/ids.ts'
import { insertAccessChange } from './access-change-store.ts'
import type { Account } from './access-store.ts'
import { requestSecond, idsOf, recordAccess, type Scene } from './administer.ts'

type Escalation = {
  kind: AccessChange['kind']
  person: { id: string; first_name: string; last_name: string }
  grant: Grant
  accounts: readonly Account[]
}

export const answerBy = (now: Date) => new Date(now.getTime() + ANSWER_WITHIN_DAYS * 86_400_000)

/** Stores an escalation until a second administrator decides, and notifies the administrators who may. */
export async function requestSecondAdministrator(
  scene: Scene,
  { kind, person, grant, accounts }: Escalation,
): Promise<void> {
  const { tx, caller, now } = scene
  const { customer_id, user_id: asked_by } = caller
  const change = {
    id: newId(),
    customer_id,
    kind,
    user_id: person.id,
    ...grant,
    asked_by,
    asked_at: now,
    expires_at: answerBy(now),
  }
  await insertAccessChange(tx, change, idsOf(accounts))
  await recordAccess(
    scene,
    'access.ask',
    person.id,
    accounts.map(({ account_id }) => ({ account_id, before: null, after: grant })),
  )
  await requestSecond(scene, { person, accounts, grant })
}

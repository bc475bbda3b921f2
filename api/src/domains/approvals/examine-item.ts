// Reads the items of the signature inbox with the bank's calendar: their list, one of them, and what a user has sent.
import type { ItemDetail, SentItem, SignableKind, SignedItem } from 'contract/transfers/signatures.ts'
import type { Db, Sql } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { examineBatches } from '../batches/examine-batches.ts'
import { executionDateOnceSigned, type SigningRules } from '../transfers/sign-transfer.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'
import { listSignedItemsBy } from './signed-store.ts'
import { findItemToSign, listItemsToSignBy, listSentItemsBy } from './to-sign-store.ts'

type Ports = { db: Db; clock: Clock }

async function signingRulesOf(db: Sql, clock: Clock): Promise<SigningRules> {
  const { tariff, holidays } = await findSigningRules(db, businessDate(clock))
  return { now: clock.now(), tariff, holidays: new Set(holidays) }
}

export const listItemsToSign = async ({ db, clock }: Ports, userId: string, page: { page: number; per_page: number }) =>
  listItemsToSignBy(db, userId, page, await signingRulesOf(db, clock))

export const listSentItems = async ({ db, clock }: Ports, userId: string): Promise<SentItem[]> =>
  listSentItemsBy(db, userId, await signingRulesOf(db, clock))

export const listSignedItems = async ({ db, clock }: Ports, userId: string): Promise<SignedItem[]> =>
  listSignedItemsBy(db, userId, await signingRulesOf(db, clock))

export async function examineItem(
  { db, clock }: Ports,
  userId: string,
  key: { kind: SignableKind; id: string; account: string },
): Promise<ItemDetail> {
  const rules = await signingRulesOf(db, clock)
  const found = await findItemToSign(db, userId, key, rules)
  if (!found) throw new Refusal('not_found')
  const { order, ...item } = found
  if (item.kind === 'batch' && item.due_on !== null) {
    const { account: account_id, id } = key
    const examined = await examineBatches(db, [{ account_id, id, execution_date: item.due_on, sees: false }], rules)
    return { ...item, leaves_on: examined.get(id)?.leaves_on ?? null }
  }
  return { ...item, leaves_on: order && executionDateOnceSigned(order, rules) }
}

import { createHash } from 'node:crypto'
import type { BeneficiaryChange, BeneficiaryDetail, NewBeneficiary } from 'contract/beneficiaries.ts'
import type { Operation } from 'contract/session.ts'
import { isBicOf } from 'contract/values/bic.ts'
import { isIbanLike, isInternational } from 'contract/values/iban.ts'
import { doOnce } from '../../db/idempotency.ts'
import type { AccountReader } from '../../caller.ts'
import type { Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { newId } from '../../outside/ids.ts'
import { Refusal } from '../../refusal.ts'
import { signsAlone } from '../accounts/second-person-store.ts'
import { decideChange, findWaitingChange, insertChange } from './account-change-store.ts'
import { readAccount } from './account-number-rules.ts'
import { findAccountFacts, hasCountry } from './account-number-store.ts'
import { replaceListsOf } from './beneficiary-list-store.ts'
import { type Asked, type BeneficiaryPorts, confirm, lockOwn, recordBeneficiary } from './beneficiary-ports.ts'
import { isOtherAccount, statusOfNewAccount, type StoredAccount } from './beneficiary-rules.ts'
import { type BeneficiaryRow, insertBeneficiary, listNames, type LockedBeneficiary, updateBeneficiary } from './beneficiary-store.ts'
import { getBeneficiary } from './get-beneficiary.ts'
import { lookAlikeOf } from './look-alike-rules.ts'
import { removeRibFile, type RibFile, upsertRibFile } from './rib-file-store.ts'

/** Refuses a name that looks like another beneficiary's and is not the same, until the customer says that it is meant. */
async function checkName(
  tx: Tx,
  caller: AccountReader,
  { name, company_name, allow_look_alike }: NewBeneficiary,
  id: string | null,
): Promise<void> {
  if (allow_look_alike) return
  const twin = lookAlikeOf(company_name ?? name ?? '', await listNames(tx, caller, { except: id }))
  if (twin !== null) throw new Refusal('beneficiary_look_alike', { name: twin })
}

type Sent = { rib: RibFile | undefined }

/** The account that was typed, or the refusal that says what is wrong with it. One that stays as it was is not judged anew. */
async function accountOf(tx: Tx, caller: AccountReader, wish: NewBeneficiary, before: LockedBeneficiary | null): Promise<StoredAccount> {
  const { iban, country, fault } = readAccount(wish.iban, wish.country ?? null)
  if (wish.country && !(await hasCountry(tx, wish.country))) throw new Refusal('country_unknown')
  if (fault) throw new Refusal(fault)
  const facts = await findAccountFacts(tx, caller, { iban, except: before?.id ?? null })
  const bic = wish.bic ?? null
  if (isInternational(iban) && !bic && !facts.bic) throw new Refusal('bic_required')
  if (bic && country && !isBicOf(bic, country)) throw new Refusal('bic_other_country')
  const account = {
    iban,
    country: isIbanLike(iban) ? null : country,
    // What the number tells by itself is not stored: the bank may learn of another name.
    bic: bic === facts.bic ? null : bic,
    bank_name: facts.bank_name === null ? (wish.bank_name ?? null) : null,
  }
  if (before && !isOtherAccount(before, account)) return account
  if (facts.is_ours && facts.holder === null) throw new Refusal('no_such_account')
  if (facts.is_own) throw new Refusal('own_account')
  if (facts.duplicate_name !== null && !wish.allow_duplicate) throw new Refusal('beneficiary_duplicate', { name: facts.duplicate_name })
  return account
}

const rowOf = (
  id: string,
  wish: NewBeneficiary,
  account: StoredAccount,
  approval_status: BeneficiaryRow['approval_status'],
): BeneficiaryRow => ({
  id,
  ...account,
  // The schema has seen that exactly one of the two is given.
  name: wish.company_name ?? wish.name ?? '',
  is_company: Boolean(wish.company_name),
  email: wish.email ?? null,
  phone: wish.phone ?? null,
  address: wish.address ?? null,
  zip: wish.zip ?? null,
  city: wish.city ?? null,
  comment: wish.comment ?? null,
  code: wish.code ?? null,
  social_security_number: wish.social_security_number ?? null,
  approval_status,
})

const digestOf = (rib: RibFile | undefined) => (rib ? createHash('sha256').update(rib.content).digest('hex') : null)

function factsOf(row: BeneficiaryRow, { old_iban, touched }: { old_iban: string | null; touched: number }) {
  const facts: Operation['summary']['facts'] = [
    { name: 'payee', text: row.name },
    { name: 'iban', text: row.iban },
  ]
  if (row.bic) facts.push({ name: 'bic', text: row.bic })
  if (old_iban !== null) facts.push({ name: 'old_iban', text: old_iban })
  // Where a second person decides, the orders wait for that; elsewhere they were given for an account that is no more.
  const name = row.approval_status === 'pending' ? 'suspended_orders' : 'stopped_orders'
  if (touched > 0) facts.push({ name, text: String(touched) })
  return facts
}

async function keepLists(tx: Tx, accountId: string, id: string, lists: readonly string[] | undefined): Promise<void> {
  if (lists && !(await replaceListsOf(tx, accountId, id, lists))) throw new Refusal('unknown_list')
}

/** Saves a beneficiary. A company's waits for the agreement of another person before it can be paid. */
export function createBeneficiary(
  { db, clock }: BeneficiaryPorts,
  { caller, confirmation, wish, rib, once }: Asked & Sent & { wish: NewBeneficiary; once: { key: string; request_hash: string } },
): Promise<BeneficiaryDetail> {
  const { account_id, user_id } = caller
  return transaction(db, (tx) => {
    const now = clock.now()
    return doOnce(tx, { user_id, ...once }, now, async () => {
      const account = await accountOf(tx, caller, wish, null)
      await checkName(tx, caller, wish, null)
      const status = statusOfNewAccount(caller, await signsAlone(tx, caller, now))
      const row = rowOf(newId(), wish, account, status)
      const facts = factsOf(row, { old_iban: null, touched: 0 })
      await confirm(tx, { caller, confirmation }, { kind: 'beneficiary.create', facts }, now, [wish, digestOf(rib)])
      await insertBeneficiary(tx, account_id, row, now)
      await insertChange(tx, account_id, {
        id: newId(),
        beneficiary_id: row.id,
        former: null,
        new_iban: row.iban,
        changed_by: user_id,
        changed_at: now,
        status,
      })
      await keepLists(tx, account_id, row.id, wish.lists)
      if (rib) await upsertRibFile(tx, account_id, row.id, rib, now)
      await recordBeneficiary(tx, caller, 'beneficiary.create', row.id, now, {
        iban: row.iban,
        bic: row.bic,
        status,
        rib: rib !== undefined,
      })
      return getBeneficiary(tx, caller, row.id, now)
    })
  })
}

/** Puts a new account in the place of the former one: an undecided change gives way, and its former account stays the one to go back to. */
async function changeAccount(
  tx: Tx,
  { caller, before, row, now }: { caller: Asked['caller']; before: LockedBeneficiary; row: BeneficiaryRow; now: Date },
): Promise<void> {
  const { account_id, user_id } = caller
  const waiting = await findWaitingChange(tx, account_id, before.id)
  if (waiting) await decideChange(tx, account_id, waiting.id, { status: 'withdrawn', by: null, at: now, reason: null })
  const { iban, country, bic, bank_name } = before
  const former = waiting ? waiting.former : before.approval_status === 'approved' ? { iban, country, bic, bank_name } : null
  await insertChange(tx, account_id, {
    id: newId(),
    beneficiary_id: before.id,
    former,
    new_iban: row.iban,
    changed_by: user_id,
    changed_at: now,
    // An account that is new is pending or approved, as its beneficiary is.
    status: row.approval_status === 'pending' ? 'pending' : 'approved',
  })
}

const recorded = ['name', 'email', 'phone', 'address', 'zip', 'city', 'comment', 'code'] as const
/** What is told of a change besides the account: what stood there, and what stands there now. */
function changesOf(before: LockedBeneficiary, row: BeneficiaryRow) {
  const changed = recorded.filter((name) => before[name] !== row[name])
  const side = (one: Pick<BeneficiaryRow, (typeof recorded)[number]>) => Object.fromEntries(changed.map((name) => [name, one[name]]))
  return changed.length > 0 && { before: side(before), after: side(row) }
}

/** Replaces what is known of a beneficiary. What was still to be paid to the former account waits for the approval of the new one, or stops. */
export function changeBeneficiary(
  { db, clock, orders }: BeneficiaryPorts,
  { caller, confirmation, id, wish, rib }: Asked & Sent & { id: string; wish: BeneficiaryChange },
): Promise<BeneficiaryDetail> {
  const { account_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const before = await lockOwn(tx, caller, id, wish.version)
    const account = await accountOf(tx, caller, wish, before)
    if ((wish.company_name ?? wish.name) !== before.name) await checkName(tx, caller, wish, id)
    const isOther = isOtherAccount(before, account)
    // What was refused and is sent again is to be decided again.
    const isNew = isOther || before.approval_status === 'refused'
    const row = rowOf(id, wish, account, isNew ? statusOfNewAccount(caller, await signsAlone(tx, caller, now)) : before.approval_status)
    const touched = isOther ? await orders.count(tx, account_id, id) : 0
    const facts = factsOf(row, { old_iban: isOther ? before.iban : null, touched })
    await confirm(tx, { caller, confirmation }, { kind: 'beneficiary.change', facts }, now, [id, wish, digestOf(rib)])

    if (isNew) await changeAccount(tx, { caller, before, row, now })
    await updateBeneficiary(tx, account_id, row)
    await keepLists(tx, account_id, id, wish.lists)
    if (rib) await upsertRibFile(tx, account_id, id, rib, now)
    else if (wish.remove_rib) await removeRibFile(tx, account_id, id)
    const payee = { caller, beneficiary_id: id, beneficiary_name: row.name }
    if (isOther && row.approval_status === 'pending') await orders.suspend(tx, payee, now)
    else if (isOther) await orders.stop(tx, { ...payee, why: 'payee_changed' }, now)
    await recordBeneficiary(tx, caller, 'beneficiary.change', id, now, {
      ...(isOther && { old_iban: before.iban, new_iban: row.iban, old_bic: before.bic, new_bic: row.bic }),
      ...changesOf(before, row),
      status: row.approval_status,
      rib: rib ? 'replaced' : wish.remove_rib ? 'removed' : 'kept',
    })
    return getBeneficiary(tx, caller, id, now)
  })
}

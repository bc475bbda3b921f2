import { createHash } from 'node:crypto'
import type { BeneficiaryChange, BeneficiaryDetail, NewBeneficiary } from 'contract/transfers/beneficiaries.ts'
import type { Operation } from 'contract/access/session.ts'
import { isBicOf } from 'contract/values/bic.ts'
import { isIbanLike, isInternational } from 'contract/values/iban.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import type { AccountReader } from '../../caller.ts'
import type { Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { signsAlone } from '../accounts/second-person-store.ts'
import { decideChange, findWaitingChange, insertChange } from './account-change-store.ts'
import { readAccount } from './account-number-rules.ts'
import { findAccountContext, hasCountry } from './account-number-store.ts'
import { replaceListsOf } from './beneficiary-list-store.ts'
import { type RequestContext, type BeneficiaryPorts, confirm, lockOwn, recordBeneficiary } from './beneficiary-ports.ts'
import { isOtherAccount, statusOfNewAccount, type StoredAccount } from './beneficiary-rules.ts'
import type { BeneficiaryRow, LockedBeneficiary } from './beneficiary-columns.ts'
import { insertBeneficiary, listNames, markNumbered, updateBeneficiary } from './beneficiary-store.ts'
import { getBeneficiary } from './get-beneficiary.ts'
import { matchHolder } from '../accounts/name-rules.ts'
import { lookAlikeOf } from './look-alike-rules.ts'
import { removeRibFile, type RibFile, upsertRibFile } from './rib-file-store.ts'

/** Refuses a name that looks like another beneficiary's but differs, until the customer acknowledges it. */
async function checkName(
  tx: Tx,
  caller: AccountReader,
  { name, company_name, allow_look_alike }: NewBeneficiary,
  id: string | null,
): Promise<void> {
  if (allow_look_alike) return
  const lookAlike = lookAlikeOf(company_name ?? name ?? '', await listNames(tx, caller, { except: id }))
  if (lookAlike !== null) throw new Refusal('beneficiary_look_alike', { name: lookAlike })
}

type Sent = { rib: RibFile | undefined }

/** The validated account, or a refusal with the error of the field. An unchanged account is not checked again. */
async function accountOf(
  tx: Tx,
  caller: AccountReader,
  input: NewBeneficiary,
  before: LockedBeneficiary | null,
): Promise<StoredAccount> {
  const name = input.company_name ?? input.name ?? ''
  const { iban, country, error } = readAccount(input.iban, input.country ?? null)
  if (input.country && !(await hasCountry(tx, input.country))) throw new Refusal('country_unknown')
  if (input.address_country && !(await hasCountry(tx, input.address_country)))
    throw new Refusal('address_country_unknown')
  if (error) throw new Refusal(error)
  const facts = await findAccountContext(tx, caller, { iban, except: before?.id ?? null })
  const bic = input.bic ?? null
  if (isInternational(iban) && !bic && !facts.bic) throw new Refusal('bic_required')
  if (bic && country && !isBicOf(bic, country)) throw new Refusal('bic_other_country')
  const account = {
    iban,
    country: isIbanLike(iban) ? null : country,
    // The bank's name is not stored: the directory of banks may change.
    bic: bic === facts.bic ? null : bic,
    bank_name: facts.bank_name === null ? (input.bank_name ?? null) : null,
  }
  const isOther = !before || isOtherAccount(before, account)
  const isRenamed = isOther || name !== before.name
  if (isRenamed && facts.holder !== null && !facts.is_own && !input.allow_other_holder) {
    if (matchHolder(name, facts.holder).match === 'different') throw new Refusal('beneficiary_other_holder')
  }
  if (!isOther) return account
  if (facts.is_ours && facts.holder === null) throw new Refusal('no_such_account')
  if (facts.is_own) throw new Refusal('own_account')
  if (facts.duplicate_name !== null && !input.allow_duplicate)
    throw new Refusal('beneficiary_duplicate', { name: facts.duplicate_name })
  return account
}

const rowOf = (
  id: string,
  input: NewBeneficiary,
  account: StoredAccount,
  approval_status: BeneficiaryRow['approval_status'],
): BeneficiaryRow => ({
  id,
  ...account,
  // The schema guarantees that exactly one of the two is given.
  name: input.company_name ?? input.name ?? '',
  is_company: Boolean(input.company_name),
  email: input.email ?? null,
  phone: input.phone ?? null,
  address: input.address ?? null,
  zip: input.zip ?? null,
  city: input.city ?? null,
  address_country: input.address_country ?? null,
  comment: input.comment ?? null,
  code: input.code ?? null,
  social_security_number: input.social_security_number ?? null,
  approval_status,
})

const digestOf = (rib: RibFile | undefined) => (rib ? createHash('sha256').update(rib.content).digest('hex') : null)

function factsOf(row: BeneficiaryRow, { old_iban, openOrders }: { old_iban: string | null; openOrders: number }) {
  const facts: Operation['summary']['facts'] = [
    { name: 'payee', text: row.name },
    { name: 'iban', text: row.iban },
  ]
  if (row.bic) facts.push({ name: 'bic', text: row.bic })
  if (old_iban !== null) facts.push({ name: 'old_iban', text: old_iban })
  // Where a second person decides, the orders are suspended until then; otherwise they stop, because they name the former account.
  const name = row.approval_status === 'pending' ? 'suspended_orders' : 'stopped_orders'
  if (openOrders > 0) facts.push({ name, text: String(openOrders) })
  return facts
}

async function replaceLists(
  tx: Tx,
  accountId: string,
  id: string,
  lists: readonly string[] | undefined,
): Promise<void> {
  if (lists && !(await replaceListsOf(tx, accountId, id, lists))) throw new Refusal('unknown_list')
}

/** Saves a beneficiary. At a company another person must accept it before it can be paid. */
export function createBeneficiary(
  { db, clock }: BeneficiaryPorts,
  {
    caller,
    confirmation,
    input,
    rib,
    once,
  }: RequestContext & Sent & { input: NewBeneficiary; once: { key: string; request_hash: string } },
): Promise<BeneficiaryDetail> {
  const { account_id, user_id } = caller
  return transaction(db, (tx) => {
    const now = clock.now()
    return runIdempotent(tx, { user_id, ...once }, now, async () => {
      const account = await accountOf(tx, caller, input, null)
      await checkName(tx, caller, input, null)
      const status = statusOfNewAccount(caller, await signsAlone(tx, caller, now))
      const row = rowOf(newId(), input, account, status)
      const facts = factsOf(row, { old_iban: null, openOrders: 0 })
      await confirm(tx, { caller, confirmation }, { kind: 'beneficiary.create', facts }, now, [input, digestOf(rib)])
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
      await replaceLists(tx, account_id, row.id, input.lists)
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

/** Replaces the account by a new one: an undecided change is superseded, and its former account stays the one to restore. */
async function changeAccount(
  tx: Tx,
  {
    caller,
    before,
    row,
    now,
  }: { caller: RequestContext['caller']; before: LockedBeneficiary; row: BeneficiaryRow; now: Date },
): Promise<void> {
  const { account_id, user_id } = caller
  const waiting = await findWaitingChange(tx, account_id, before.id)
  if (waiting) await decideChange(tx, account_id, waiting.id, { status: 'withdrawn', by: null, at: now, reason: null })
  const { iban, country, bic, bank_name } = before
  const former = waiting
    ? waiting.former
    : before.approval_status === 'approved'
      ? { iban, country, bic, bank_name }
      : null
  await insertChange(tx, account_id, {
    id: newId(),
    beneficiary_id: before.id,
    former,
    new_iban: row.iban,
    changed_by: user_id,
    changed_at: now,
    // A new account is pending or approved, as its beneficiary is.
    status: row.approval_status === 'pending' ? 'pending' : 'approved',
  })
}

const recorded = ['name', 'email', 'phone', 'address', 'zip', 'city', 'address_country', 'comment', 'code'] as const
/** The values of a change besides the account number: before and after. */
function changesOf(before: LockedBeneficiary, row: BeneficiaryRow) {
  const changed = recorded.filter((name) => before[name] !== row[name])
  const side = (one: Pick<BeneficiaryRow, (typeof recorded)[number]>) =>
    Object.fromEntries(changed.map((name) => [name, one[name]]))
  return changed.length > 0 && { before: side(before), after: side(row) }
}

/** Replaces the data of a beneficiary. Open orders to the former account are suspended until the new one is approved, or stop. */
export function changeBeneficiary(
  { db, clock, orders }: BeneficiaryPorts,
  { caller, confirmation, id, input, rib }: RequestContext & Sent & { id: string; input: BeneficiaryChange },
): Promise<BeneficiaryDetail> {
  const { account_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const before = await lockOwn(tx, caller, id, input.version)
    const account = await accountOf(tx, caller, input, before)
    if ((input.company_name ?? input.name) !== before.name) await checkName(tx, caller, input, id)
    const isOther = isOtherAccount(before, account)
    // A refused account that is sent again needs a new decision.
    const isNew = isOther || before.approval_status === 'refused'
    const row = rowOf(
      id,
      input,
      account,
      isNew ? statusOfNewAccount(caller, await signsAlone(tx, caller, now)) : before.approval_status,
    )
    const openOrders = isOther ? await orders.count(tx, account_id, id) : 0
    const facts = factsOf(row, { old_iban: isOther ? before.iban : null, openOrders })
    await confirm(tx, { caller, confirmation }, { kind: 'beneficiary.change', facts }, now, [id, input, digestOf(rib)])

    if (isNew) await changeAccount(tx, { caller, before, row, now })
    await updateBeneficiary(tx, account_id, row)
    if (isOther) await markNumbered(tx, account_id, id, now)
    await replaceLists(tx, account_id, id, input.lists)
    if (rib) await upsertRibFile(tx, account_id, id, rib, now)
    else if (input.remove_rib) await removeRibFile(tx, account_id, id)
    const payee = { caller, beneficiary_id: id, beneficiary_name: row.name }
    if (isOther && row.approval_status === 'pending') await orders.suspend(tx, payee, now)
    else if (isOther) await orders.stop(tx, { ...payee, cause: 'payee_changed' }, now)
    await recordBeneficiary(tx, caller, 'beneficiary.change', id, now, {
      ...(isOther && { old_iban: before.iban, new_iban: row.iban, old_bic: before.bic, new_bic: row.bic }),
      ...changesOf(before, row),
      status: row.approval_status,
      rib: rib ? 'replaced' : input.remove_rib ? 'removed' : 'kept',
    })
    return getBeneficiary(tx, caller, id, now)
  })
}

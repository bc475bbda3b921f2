// Imports transfers: a file becomes a draft, and each view of the draft checks its lines again.
import { createHash } from 'node:crypto'
import type { Language } from 'contract/language.ts'
import {
  type Import,
  type ImportItem,
  lineColumns,
  MAX_IMPORT_LINES,
  type TypedLine,
} from 'contract/transfers/imports.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { type AccountCaller, seesConfidential } from '../../caller.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import { countHolderCheck } from '../beneficiaries/check-account.ts'
import { countLookup } from '../instant-payments/lookups/look-up-payee.ts'
import { countRequest, findWait, minutesUntil, type RateLimit } from '../../db/rate-limits.ts'
import { transaction } from '../../db/transaction.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { formatAccount, formatMoney } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { readTransferFile } from './import-file.ts'
import { importRefused } from './import-refusal.ts'
import { findCoveringAccount } from '../transfers/own-account-store.ts'
import { type Debtor, findDebtors, findOtherDraft, listOtherDrafts } from './debtor-store.ts'
import type { LineOrigin, Message } from './import-message.ts'
import { isInternational } from 'contract/values/iban.ts'
import { findLinesAbroad } from '../transfers/exchange-store.ts'
import { hasIdentity } from '../instant-payments/lookups/lookup-store.ts'
import { type CheckedLine, checkLines, ibansOf, namesToFind, phonesToLookUp, type StoredLine } from './import-rules.ts'
import {
  type LineNumber,
  listLineLookups,
  listReachable,
  queueLineLookups,
} from '../instant-payments/lookups/line-lookup-store.ts'
import type { NewLine } from './import-columns.ts'
import {
  type Draft,
  findDraft,
  findImportedAt,
  findImportRules,
  findListToPay,
  findNamesakes,
  findPayees,
  findPreviousPayments,
  findRecent,
  findSent,
  type LineChange,
  type LineEdit,
  lockDraft,
  replaceImport,
  updateAcknowledgement,
  updateEachLine,
  updateLines,
} from './import-store.ts'
import { findNewPayees } from './new-payee-lines.ts'
import { lastDayOf, type ProjectedDay, summaryOf } from './import-summary-rules.ts'

/** `isInstant`: whether the bank is connected to the platform of instant payments. */
export type Ports = { db: Db; clock: Clock; project: ProjectBalance; isInstant: boolean }
export type RequestContext = { caller: AccountCaller; lang: Language }

const DAY_MS = 86_400_000
const DRAFT_DAYS = 7
const RECENT_DAYS = 30

// A file reveals which numbers are accounts of this bank, so the number of imports is limited. One that an outage cut off revealed nothing.
const IMPORT_RATE_LIMIT: RateLimit = { free: 30, first_seconds: 60, most_seconds: 3600, quiet_seconds: 600 }

const numbersOf = (kind: LineNumber['kind'], values: readonly string[]): LineNumber[] =>
  values.map((value) => ({ kind, value }))

/** Checks the lines of a draft in their current state. */
export const checkDraft = (db: Sql, context: RequestContext, draft: Draft, now: Date) =>
  checkLinesOf(db, context, draft.lines, { now, isInstant: draft.instant_chosen_at !== null })

/** The same for lines outside a draft. `isInstant`: whether lines with an account number are paid instantly where that is possible. */
export async function checkLinesOf(
  db: Sql,
  { caller, lang }: RequestContext,
  stored: readonly StoredLine[],
  { now, isInstant }: { now: Date; isInstant: boolean },
) {
  const { account_id, user_id, customer_id, is_company, currency, capabilities } = caller
  const phones = await listLineLookups(db, account_id, numbersOf('phone', phonesToLookUp(stored)), now)
  const reachable = currency === 'XOF' ? await listReachable(db, ibansOf(stored)) : new Set<string>()
  const ibans = [...new Set([...ibansOf(stored), ...[...phones.values()].flatMap(({ iban }) => iban ?? [])])]
  const { tariff, holidays, home, available, overdraft } = await findImportRules(
    db,
    account_id,
    now.toISOString().slice(0, 10),
  )
  const sees = seesConfidential(caller)
  const payees = await findPayees(db, account_id, ibans, { sees, user_id })
  const abroad = await findLinesAbroad(db, customer_id, ibans.filter(isInternational), now)
  const recent = await findRecent(db, account_id, ibans, new Date(now.getTime() - RECENT_DAYS * DAY_MS), sees)
  const lines = checkLines(stored, {
    lang,
    account_id,
    customer_id,
    currency,
    is_company,
    phones,
    reachable,
    accounts: isInstant ? await listLineLookups(db, account_id, numbersOf('account', [...reachable]), now) : null,
    may_add: capabilities.includes('beneficiary.manage'),
    now,
    home,
    tariff,
    holidays: new Set(holidays),
    formatAmount: (amount) => formatMoney(amount, 'XOF', lang),
    payees: new Map(payees.map((payee) => [payee.iban, payee])),
    namesakes: await findNamesakes(db, account_id, namesToFind(stored), sees),
    recent,
    new_payees: await findNewPayees(db, caller, payees, { now, tariff }),
    ...abroad,
  })
  // The accounts whose holders the check discloses: accounts of this bank that are neither the author's own nor saved beneficiaries.
  const disclosed = payees.filter(
    (payee) => payee.is_ours && payee.beneficiary_id === null && payee.own_account_id === null,
  )
  return {
    lines,
    available,
    overdraft,
    tariff,
    holidays: new Set(holidays),
    counted: abroad.counted,
    disclosed_ibans: new Set(disclosed.map(({ iban }) => iban)),
  }
}

/** The balance on each day until one, with scheduled movements: a higher tier provides it. */
export type ProjectBalance = (caller: AccountCaller, until: PlainDate) => Promise<readonly ProjectedDay[]>

/** The summary, with scheduled movements where a line waits for its day. */
async function summaryWithForecast(
  { db, project }: Ports,
  { caller }: RequestContext,
  checked: Awaited<ReturnType<typeof checkLinesOf>>,
): Promise<Import['summary']> {
  const until = lastDayOf(checked.lines)
  const summary = summaryOf(
    checked.lines,
    { ...checked, currency: caller.currency },
    until === null ? [] : await project(caller, until),
  )
  const amount = Math.max(summary.missing, summary.shortfall?.missing ?? 0)
  const account = amount > 0 ? await findCoveringAccount(db, caller, amount) : null
  return { ...summary, cover: account && { account, amount } }
}

/** The lines with the last payment of a batch to the same account number. */
async function withPrevious(db: Sql, { caller }: RequestContext, items: readonly ImportItem[]): Promise<ImportItem[]> {
  const ibans = [...new Set(items.map(({ beneficiary }) => beneficiary.iban))]
  const previous = await findPreviousPayments(db, caller.account_id, ibans, seesConfidential(caller))
  return items.map((item) => ({
    ...item,
    transfer: { ...item.transfer, previous: previous.get(item.beneficiary.iban) ?? null },
  }))
}

export async function viewOfDraft(ports: Ports, context: RequestContext, draft: Draft, now: Date): Promise<Import> {
  const { db } = ports
  const { account_id } = context.caller
  const checked = await checkDraft(db, context, draft, now)
  const importedAt = await findImportedAt(db, account_id, draft)
  return {
    import_id: draft.id,
    file_name: draft.file_name,
    created_at: unixSeconds(draft.created_at),
    expires_at: unixSeconds(draft.expires_at),
    already_imported_at: importedAt && unixSeconds(importedAt),
    sent: await findSent(db, account_id, draft.id),
    is_message: draft.message_id !== null,
    instant: await instantOffer(ports, context, checked.lines, draft),
    options: {
      single_entry: draft.single_entry ?? false,
      is_confidential: draft.is_confidential ?? false,
      save_payees: draft.save_payees ?? false,
    },
    other_accounts: draft.message_id === null ? [] : await listOtherDrafts(db, context.caller, draft, now),
    items: await withPrevious(
      db,
      context,
      checked.lines.map(({ item }) => item),
    ),
    summary: await summaryWithForecast(ports, context, checked),
  }
}

/** How many lines of a draft can be paid instantly, and whether that is chosen; null where the account or every line cannot use it. */
async function instantOffer(
  { db, isInstant }: Ports,
  { caller }: RequestContext,
  lines: readonly CheckedLine[],
  { instant_chosen_at }: Draft,
): Promise<Import['instant']> {
  const count = lines.filter(({ item }) => item.transfer.may_be_instant).length
  const isPossible = isInstant && count > 0 && (await hasIdentity(db, caller.account_id))
  return isPossible || instant_chosen_at ? { is_chosen: instant_chosen_at !== null, lines: count } : null
}

/** Queues look-ups of the payees of lines that are paid instantly; answers how many were new. The platform answers while the draft is open. */
export async function lookUpPayees(
  tx: Tx,
  { isInstant }: Pick<Ports, 'isInstant'>,
  { account_id, user_id, currency }: AccountCaller,
  { lines, instant_chosen_at }: Pick<Draft, 'lines' | 'instant_chosen_at'>,
  now: Date,
): Promise<number> {
  if (!isInstant || currency !== 'XOF') return 0
  const accounts = instant_chosen_at ? [...(await listReachable(tx, ibansOf(lines)))] : []
  const numbers = [...numbersOf('phone', phonesToLookUp(lines)), ...numbersOf('account', accounts)]
  return queueLineLookups(tx, { account_id, user_id }, numbers, now)
}

/** Stores the lines of a file as a draft, and those that debit other accounts of the author as drafts on these; answers the first one. */
async function storeDrafts(
  ports: Ports,
  context: RequestContext,
  file: {
    name: string
    hash: Buffer
    message: Message | null
    /** Whether it counts toward the limit of imports. */
    isCounted: boolean
  },
  lines: readonly NewLine[],
  others: readonly OtherLines[] = [],
): Promise<Import> {
  const now = ports.clock.now()
  const head = {
    id: newId(),
    file_name: file.name,
    content_hash: file.hash,
    message_id: file.message?.message_id ?? null,
    message_name: file.message?.message_name ?? null,
    message_lines: file.message?.message_lines ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + DRAFT_DAYS * DAY_MS),
    instant_chosen_at: null,
    single_entry: null,
    is_confidential: null,
    save_payees: null,
  }
  const stored = lines.map(({ id, line, block, instruction_id, category_purpose, ...typed }) => ({
    id,
    line,
    is_skipped: false,
    block,
    instruction_id,
    category_purpose,
    acknowledged: null,
    typed,
  }))
  const { user_id } = context.caller
  await transaction(ports.db, async (tx) => {
    // In the transaction of the draft: a file that was not stored is not counted.
    if (file.isCounted) await countImport(tx, context, now)
    // A draft of another file on another account is never replaced: the author has to discard it first.
    const ids = others.map(({ account }) => account.id)
    const otherDraftAccountId = others.length > 0 ? await findOtherDraft(tx, user_id, ids, head) : null
    const account = others.find((other) => other.account.id === otherDraftAccountId)?.account
    if (account)
      throw importRefused({
        code: 'message_other_draft',
        facts: { account: formatAccount(account.label, context.lang) },
      })
    await replaceImport(tx, context.caller, head, lines)
    for (const other of others)
      await replaceImport(tx, { account_id: other.account.id, user_id }, { ...head, id: newId() }, other.lines)
    await lookUpPayees(tx, ports, context.caller, { lines: stored, instant_chosen_at: null }, now)
  })
  return viewOfDraft(ports, context, { ...head, lines: stored }, now)
}

/** Of a line that no message contained. */
const noOrigin: LineOrigin = { block: null, instruction_id: null, category_purpose: null }

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest()

/** The lines of a file that debit another account of its author. */
type OtherLines = { account: Debtor; lines: readonly NewLine[] }

const importsOf = ({ caller }: RequestContext) => `import:${caller.user_id}`

async function countImport(db: Sql, context: RequestContext, now: Date): Promise<void> {
  const wait = await countRequest(db, importsOf(context), IMPORT_RATE_LIMIT, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
}

/** Reads a file completely or refuses it. The former draft is replaced; a message for several accounts becomes a draft on each. */
export async function importFile(
  ports: Ports,
  context: RequestContext,
  file: { name: string; content: Buffer } | undefined,
): Promise<Import> {
  if (!file) throw new Refusal('import_file_missing')
  const now = ports.clock.now()
  const wait = await findWait(ports.db, importsOf(context), now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
  const { chosen, others } = await findDebtors(ports.db, context.caller)
  const debtors = { ...chosen, others: new Set(others.map(({ iban }) => iban)) }
  const read = await readTransferFile(file.content, debtors)
  if ('code' in read) {
    await countImport(ports.db, context, now)
    throw importRefused(read)
  }
  const linesOf = (iban: string): NewLine[] =>
    read.lines.flatMap(({ line, cells, origin = noOrigin, debtor = chosen.iban }) =>
      debtor === iban ? [{ id: newId(), line, ...origin, ...cells }] : [],
    )
  return storeDrafts(
    ports,
    context,
    { name: file.name, hash: sha256(file.content), message: read.message, isCounted: true },
    linesOf(chosen.iban),
    others.map((account) => ({ account, lines: linesOf(account.iban) })).filter(({ lines }) => lines.length > 0),
  )
}

export const nothing = Object.fromEntries(lineColumns.map((column) => [column, ''])) as TypedLine

/** A list without a file: each line starts with the last amount paid. */
export async function importList(ports: Ports, context: RequestContext, listId: string): Promise<Import> {
  const list = await findListToPay(ports.db, context.caller, listId)
  if (!list) throw new Refusal('not_found')
  if (list.members.length === 0) throw new Refusal('list_empty')
  if (list.members.length > MAX_IMPORT_LINES) throw new Refusal('list_too_long', { max: MAX_IMPORT_LINES })
  const lines = list.members.map(({ name, iban, bic, phone, email, amount, label, purpose }, index) => ({
    ...nothing,
    id: newId(),
    line: index + 1,
    ...noOrigin,
    name,
    iban,
    amount: amount === null ? '' : String(amount),
    label: label ?? list.name,
    phone: phone ?? '',
    email: email ?? '',
    bic: bic ?? '',
    purpose: purpose ?? '',
  }))
  return storeDrafts(ports, context, { name: list.name, hash: sha256(newId()), message: null, isCounted: false }, lines)
}

export async function findImport(ports: Ports, context: RequestContext): Promise<Import | null> {
  const now = ports.clock.now()
  const draft = await findDraft(ports.db, context.caller, now)
  return draft && viewOfDraft(ports, context, draft, now)
}

type Change = { lines: readonly string[] | null; set: LineChange & { is_acknowledged?: true | undefined } }

/** Writes the same values into some lines. */
export const changeImport = (
  ports: Ports,
  context: RequestContext,
  id: string,
  { lines, set: { is_acknowledged, ...set } }: Change,
): Promise<Pick<Import, 'items' | 'summary'>> =>
  changeDraft(ports, context, id, async (tx, checked) => {
    const { account_id } = context.caller
    await updateLines(tx, account_id, { import_id: id, lines, set })
    const acknowledged = is_acknowledged && checked.lines.find(({ item }) => item.id === lines?.[0])
    if (acknowledged && acknowledged.to_acknowledge !== null)
      await updateAcknowledgement(tx, account_id, {
        import_id: id,
        line: acknowledged.item.id,
        acknowledged: acknowledged.to_acknowledge,
      })
  })

/** Writes the values of each line. */
export const editImportLines = (
  ports: Ports,
  context: RequestContext,
  id: string,
  edits: readonly LineEdit[],
): Promise<Pick<Import, 'items' | 'summary'>> =>
  changeDraft(ports, context, id, (tx) => updateEachLine(tx, context.caller.account_id, id, edits))

/**
 * Counts the holders of this bank that an edit has disclosed: one like a check in the form of a beneficiary, several at once (a pasted column) like
 * a file.
 */
async function countDisclosedHolders(
  tx: Tx,
  context: RequestContext,
  { previous, current }: Record<'previous' | 'current', Awaited<ReturnType<typeof checkDraft>>>,
  now: Date,
): Promise<void> {
  const checkOf = ({ item: { beneficiary, typed } }: CheckedLine) => `${beneficiary.iban} ${typed.name}`
  const known = new Set(previous.lines.map(checkOf))
  const checks = new Set(
    current.lines.filter(({ item }) => current.disclosed_ibans.has(item.beneficiary.iban)).map(checkOf),
  )
  const count = [...checks].filter((check) => !known.has(check)).length
  if (count === 1) await countHolderCheck(tx, context.caller.user_id, now)
  if (count > 1) await countImport(tx, context, now)
}

/** Changes a draft. Other lines may stop being duplicates: all lines whose view changes are answered. */
async function changeDraft(
  ports: Ports,
  context: RequestContext,
  id: string,
  write: (tx: Tx, checked: Awaited<ReturnType<typeof checkDraft>>) => Promise<void>,
): Promise<Pick<Import, 'items' | 'summary'>> {
  const { db, clock } = ports
  const { previous, current } = await transaction(db, async (tx) => {
    const now = clock.now()
    const before = await lockDraft(tx, context.caller, id, now)
    if (!before) throw new Refusal('not_found')
    const checked = await checkDraft(tx, context, before, now)
    await write(tx, checked)
    const after = await lockDraft(tx, context.caller, id, now)
    if (!after) throw new Error('a draft has vanished under its lock')
    // A file is limited when it is read; a number that is typed into a draft counts like a single look-up.
    if ((await lookUpPayees(tx, ports, context.caller, after, now)) > 0)
      await countLookup(tx, context.caller.user_id, now)
    const current = await checkDraft(tx, context, after, now)
    await countDisclosedHolders(tx, context, { previous: checked, current }, now)
    return { previous: checked, current }
  })
  const known = new Map(previous.lines.map(({ item }) => [item.id, JSON.stringify(item)]))
  const items = current.lines.map(({ item }) => item).filter((item) => known.get(item.id) !== JSON.stringify(item))
  return { items: await withPrevious(db, context, items), summary: await summaryWithForecast(ports, context, current) }
}

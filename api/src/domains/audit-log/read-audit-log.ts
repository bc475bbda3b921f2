import { Readable } from 'node:stream'
import type { AuditEntry } from 'contract/access/audit.ts'
import { type AuditAction, auditActions, type AuditKind, auditLabels } from 'contract/access/audit-labels.ts'
import type { Language } from 'contract/language.ts'
import { folded } from 'contract/values/folded.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { asText, csvLine } from '../../formats/csv.ts'
import { formatAccount } from '../../formats/text.ts'
import { deviceOf } from '../../adapters/user-agents.ts'
import { listSignatories } from '../signing/signing-rules-store.ts'
import { countEvents, eachEvent, type EventRow, type AuditFilter, listEvents, type Reader } from './audit-log-store.ts'
import { detailsOf, type LabelContext } from './audit-log-labels.ts'

type Ports = { db: Db; clock: Clock }
export type AuditQuery = {
  person?: string | undefined
  kind?: AuditKind | undefined
  action?: AuditAction | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

function filterOf({ person, kind, action, from, to, search }: AuditQuery, lang: Language): AuditFilter {
  const typed = search?.trim() ?? ''
  // An amount that was typed with spaces is stored as one number in the audit log.
  const searchText = (/^[\d\s]+$/.test(typed) ? typed.replace(/\s/g, '') : typed) || null
  return {
    person: person ?? null,
    kind: kind ?? null,
    action: action ?? null,
    from: from ?? null,
    to: to ?? null,
    search: searchText,
    actions_by_label: searchText
      ? auditActions.filter((one) => folded(auditLabels[one][lang]).includes(folded(searchText)))
      : [],
  }
}

const readerOf = ({ account_id, capabilities }: AccountCaller): Reader => ({
  account_id,
  sees_confidential: capabilities.includes('batch.confidential'),
})

const labelContextOf = async (
  db: Db,
  { account_id, currency }: AccountCaller,
  lang: Language,
): Promise<LabelContext> => ({
  lang,
  currency,
  people: await listSignatories(db, account_id),
})

const entryOf = (
  { at, browser, facts, subject, is_own_account, ...row }: EventRow,
  context: LabelContext,
): AuditEntry => ({
  ...row,
  label: auditLabels[row.action][context.lang],
  // The bank labels the customer's own accounts in French. Another name may begin in the same way.
  subject: subject !== null && is_own_account ? formatAccount(subject, context.lang) : subject,
  at: unixSeconds(at),
  device: browser === null ? null : deviceOf(browser),
  details: detailsOf(facts, context),
})

export async function listAuditEvents(
  { db }: Ports,
  caller: AccountCaller,
  { query, lang, page, per_page }: { query: AuditQuery; lang: Language; page: number; per_page: number },
): Promise<{ items: AuditEntry[]; total: number }> {
  const position = { limit: per_page, offset: (page - 1) * per_page, after: null }
  const { items, total } = await listEvents(db, readerOf(caller), filterOf(query, lang), position)
  const context = await labelContextOf(db, caller, lang)
  return { total, items: items.map((row) => entryOf(row, context)) }
}

const translations = {
  fr: {
    file: 'journal',
    at: 'Date (UTC)',
    by: 'Par',
    action: 'Action',
    subject: 'Objet',
    details: 'Détail',
    colon: '\u00A0:',
    address: 'Adresse',
    device: 'Appareil',
  },
  en: {
    file: 'activity-log',
    at: 'Date (UTC)',
    by: 'By',
    action: 'Action',
    subject: 'Subject',
    details: 'Details',
    colon: ':',
    address: 'Address',
    device: 'Device',
  },
} as const

/** Joins the details to one line for a spreadsheet cell. */
const formatDetail = ({ name, before, after }: AuditEntry['details'][number], colon: string) =>
  `${name}${colon} ${before === null ? '' : `${before} → `}${after ?? ''}`

/** Exports the found events in the reader's language. The export itself is recorded. */
export async function exportAuditLog(
  { db, clock }: Ports,
  caller: AccountCaller,
  { query, lang }: { query: AuditQuery; lang: Language },
) {
  const now = clock.now()
  const labels = translations[lang]
  const { account_id } = caller
  const [reader, filter] = [readerOf(caller), filterOf(query, lang)]
  const count = await countEvents(db, reader, filter)
  const event = {
    at: now,
    ...byCaller(caller),
    action: 'audit.export',
    subject_id: account_id,
  } as const
  await recordEvent(db, { ...event, facts: { format: 'csv', count } })
  const bank = await getBankIdentity(db)
  const context = await labelContextOf(db, caller, lang)
  const separator = lang === 'fr' ? ';' : ','
  async function* lines() {
    yield `\uFEFF${csvLine([labels.at, labels.by, labels.action, labels.subject, labels.details, labels.address, labels.device], separator)}`
    for await (const row of eachEvent(db, reader, filter)) {
      const { by, label, subject, details, device } = entryOf(row, context)
      const at = row.at.toISOString().slice(0, 19).replace('T', ' ')
      const where = device ? [device.browser, device.system].filter(Boolean).join(', ') : ''
      const cells = [
        by ?? bank.name,
        label,
        subject ?? '',
        details.map((detail) => formatDetail(detail, labels.colon)).join('\n'),
        row.address ?? '',
        where,
      ]
      yield csvLine([at, ...cells.map(asText)], separator)
    }
  }
  return {
    file_name: `${labels.file}-${now.toISOString().slice(0, 10)}.csv`,
    media_type: 'text/csv; charset=utf-8',
    content: Readable.from(lines(), { objectMode: false }),
  }
}

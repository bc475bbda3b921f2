// Formats the facts of an audit event for people: amounts with their currency, dates in words, rights by their names. Database ids and
// unknown facts are left out, because an unknown fact may hold anything.
import { capabilityLabels, rightLabels } from 'contract/access/access-labels.ts'
import type { AuditEntry } from 'contract/access/audit.ts'
import type { Language, Sentence } from 'contract/language.ts'
import { type Grant, inOrder } from 'contract/roles.ts'
import type { SigningRules } from 'contract/transfers/signing-rules.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { formatDay, formatMoney, formatNumber } from '../../formats/text.ts'
import { ruleFacts } from '../signing/signing-labels.ts'
import type { Signatory } from '../signing/signing-rules-store.ts'

type Detail = AuditEntry['details'][number]
/** The context in which facts are formatted. */
export type LabelContext = { lang: Language; currency: string; people: readonly Signatory[] }
type Format = (value: unknown, context: LabelContext) => string | null

const text: Format = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)
const number: Format = (value, context) =>
  typeof value === 'number' ? formatNumber(value, context.lang) : text(value, context)
const money: Format = (value, { lang, currency }) =>
  typeof value === 'number' ? formatMoney(value, currency, lang) : null
const account: Format = (value) => (typeof value === 'string' ? groupByFour(value) : null)
const day: Format = (value, { lang }) => (typeof value === 'string' ? formatDay(value.slice(0, 10), lang) : null)
const names: Format = (value) =>
  Array.isArray(value)
    ? value
        .flatMap((one: unknown) => (typeof one === 'object' && one !== null && 'name' in one ? [String(one.name)] : []))
        .join(', ') || null
    : null

const states: Record<string, Sentence> = {
  pending: { fr: 'en attente', en: 'pending' },
  pending_confirmation: { fr: 'à confirmer', en: 'to be confirmed' },
  approved: { fr: 'approuvé', en: 'approved' },
  active: { fr: 'actif', en: 'active' },
  suspended: { fr: 'suspendu', en: 'suspended' },
  revoked: { fr: 'révoqué', en: 'revoked' },
  scheduled: { fr: 'programmé', en: 'scheduled' },
  executed: { fr: 'exécuté', en: 'executed' },
  validated: { fr: 'validé', en: 'validated' },
  refused: { fr: 'refusé', en: 'refused' },
  ordered: { fr: 'commandé', en: 'ordered' },
  in_production: { fr: 'en fabrication', en: 'in production' },
  available: { fr: 'disponible', en: 'available' },
  delivered: { fr: 'remis', en: 'delivered' },
}
const state: Format = (value, { lang }) => (typeof value === 'string' ? (states[value]?.[lang] ?? null) : null)

const factLabels: Record<string, Sentence & { format: Format }> = {
  amount: { fr: 'Montant', en: 'Amount', format: money },
  fees: { fr: 'Frais', en: 'Fees', format: money },
  tax: { fr: 'TAF', en: 'Tax', format: money },
  total: { fr: 'Total', en: 'Total', format: money },
  max_amount: { fr: 'Plafond par prélèvement', en: 'Most by debit', format: money },
  overdraft: { fr: 'Découvert autorisé', en: 'Authorised overdraft', format: money },
  withdrawal_limit: { fr: 'Plafond de retrait', en: 'Withdrawal limit', format: money },
  manager: { fr: 'Conseiller', en: 'Account manager', format: text },
  iban: { fr: 'IBAN', en: 'IBAN', format: account },
  name: { fr: 'Nom', en: 'Name', format: text },
  bic: { fr: 'BIC', en: 'BIC', format: text },
  email: { fr: 'E-mail', en: 'Email', format: text },
  phone: { fr: 'Téléphone', en: 'Phone', format: text },
  address: { fr: 'Adresse', en: 'Address', format: text },
  city: { fr: 'Ville', en: 'City', format: text },
  comment: { fr: 'Commentaire', en: 'Comment', format: text },
  label: { fr: 'Libellé', en: 'Label', format: text },
  replacement: { fr: 'Remplacée par', en: 'Replaced by', format: text },
  reference: { fr: 'Référence', en: 'Reference', format: text },
  reason: { fr: 'Motif', en: 'Reason', format: text },
  status: { fr: 'Statut', en: 'State', format: state },
  from: { fr: 'De', en: 'From', format: state },
  to: { fr: 'À', en: 'To', format: state },
  format: { fr: 'Format', en: 'Format', format: text },
  count: { fr: 'Nombre', en: 'Count', format: number },
  lines: { fr: 'Lignes', en: 'Lines', format: number },
  gone: { fr: 'Lignes refusées', en: 'Refused lines', format: number },
  quantity: { fr: 'Quantité', en: 'Quantity', format: number },
  agency: { fr: 'Agence de retrait', en: 'Collection branch', format: text },
  operations: { fr: 'Opérations', en: 'Operations', format: number },
  documents: { fr: 'Pièces', en: 'Documents', format: names },
  first_number: { fr: 'Premier numéro', en: 'First number', format: text },
  last_number: { fr: 'Dernier numéro', en: 'Last number', format: text },
  last_digits: { fr: 'Carte', en: 'Card', format: (value, context) => text(value, context) && `•••• ${String(value)}` },
  due_date: { fr: 'Échéance', en: 'Due date', format: day },
  nominal: { fr: 'Échéance', en: 'Due date', format: day },
  file_name: { fr: 'Fichier', en: 'File', format: text },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isGrant = (value: Record<string, unknown>) =>
  Array.isArray(value['rights']) && Array.isArray(value['capabilities'])
const isRules = (value: Record<string, unknown>) => Array.isArray(value['tiers']) && Array.isArray(value['limits'])

const rightsName = { fr: 'Rubriques', en: 'Sections' }
const capabilitiesName = { fr: 'Habilitations', en: 'Acts' }
const ruleNames: Record<string, Sentence> = {
  signatures: { fr: 'Signatures', en: 'Signatures' },
  groups: { fr: 'Groupes', en: 'Groups' },
  limits: { fr: 'Nombre de plafonds', en: 'Number of limits' },
}

/** The lines of one side of a change; the name of a line is what it describes. */
function linesOf(side: Record<string, unknown>, context: LabelContext): Map<string, string> {
  const { lang } = context
  if (isGrant(side)) {
    // The audit log holds values that an earlier schema allowed.
    const { rights, capabilities } = inOrder(side as Grant)
    return new Map([
      [rightsName[lang], rights.map((right) => rightLabels[right][lang]).join(', ')],
      [capabilitiesName[lang], capabilities.map((capability) => capabilityLabels[capability][lang]).join(', ')],
    ])
  }
  if (isRules(side)) {
    const facts = ruleFacts(side as SigningRules, context.people, context.currency, lang)
    return new Map(facts.map((fact) => [ruleNames[fact.name]?.[lang] ?? fact.name, 'text' in fact ? fact.text : '']))
  }
  return new Map(
    Object.entries(side).flatMap(([name, value]): [string, string][] => {
      const labels = factLabels[name]
      return labels ? [[labels[lang], value === null ? '' : (labels.format(value, context) ?? '')]] : []
    }),
  )
}

/** Former names of before and after, kept in events that were written with them. */
function sidesOf(facts: Record<string, unknown>): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const { before, after, old_iban, new_iban, old_bic, new_bic } = facts
  const numbers = (iban: unknown, bic: unknown) => (old_iban === undefined ? {} : { iban, bic: bic ?? null })
  return {
    before: { ...numbers(old_iban, old_bic), ...(isObject(before) && before) },
    after: { ...numbers(new_iban, new_bic), ...(isObject(after) && after) },
  }
}

/** The changes of an event, then its other values. */
export function detailsOf(facts: Record<string, unknown>, context: LabelContext): Detail[] {
  const { before, after } = sidesOf(facts)
  const [was, is] = [linesOf(before, context), linesOf(after, context)]
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((name): Detail[] => {
    const [one, other] = [was.get(name) || null, is.get(name) || null]
    return one === other ? [] : [{ name, before: one, after: other }]
  })
  // In the order of the list above, not of the database: the amount first.
  const rest = Object.entries(factLabels).flatMap(([name, labels]): Detail[] => {
    const value = facts[name]
    const formatted = value === null || value === undefined ? null : labels.format(value, context)
    return formatted ? [{ name: labels[context.lang], before: null, after: formatted }] : []
  })
  return [...changes, ...rest]
}

// Reads the wording of the bank, in capitals without accents: a table of patterns, applied from top to bottom. Pure.
import type { Account } from 'contract/accounts/accounts.ts'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { returnReasons } from 'contract/transfers/clearing.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { folded, withoutAccents } from 'contract/values/folded.ts'
import { type Identity, type LocalText, textIn, tintOfName } from 'contract/values/identity.ts'
import { memoized } from './memoized.ts'
import { type Picture, pictureOf } from './pictures.ts'
import { isInCapitals, nameCase, sentenceCase, shortName } from './proper-names.ts'

/** An account of the customer. */
export type OwnAccount = Pick<Account, 'label' | 'number'>

export type Movement = Pick<Operation, 'type' | 'label' | 'counterparty'> & {
  /** The first category that the customer has given to it. */
  category?: string | null
  /** The holder of the account: a transfer to the same name goes to an own account. */
  holder?: string | null
  /** The account on the other side, where it is the customer's too. */
  own_account?: OwnAccount | null
}

export type Draft = Partial<Picture> & {
  name?: LocalText
  memo?: LocalText | null
  state?: Identity['state']
  /** The name of the rule is better than that of the counterparty, which becomes a part of the second line. */
  isTitle?: boolean
  /** The place of a shop, which its registered name may not contain. */
  where?: string | undefined
}
type Groups = Record<string, string | undefined>
type Rule = [pattern: RegExp, draft: Draft | ((groups: Groups, movement: Movement) => Draft)]

export const both = (fr: string, en: string): LocalText => (fr === en ? fr : { fr, en })

/** The name of a transfer between accounts of the same holder. */
export const betweenOwnAccounts = { fr: 'Entre vos comptes', en: 'Between your accounts' } as const satisfies LocalText

/** The months in French and in English. */
export const MONTHS = [
  ['janvier', 'January'],
  ['février', 'February'],
  ['mars', 'March'],
  ['avril', 'April'],
  ['mai', 'May'],
  ['juin', 'June'],
  ['juillet', 'July'],
  ['août', 'August'],
  ['septembre', 'September'],
  ['octobre', 'October'],
  ['novembre', 'November'],
  ['décembre', 'December'],
] as const
const MONTH_NAMES = MONTHS.map(([fr]) => folded(fr).toUpperCase())
const M = `(?<month>${MONTH_NAMES.join('|')})(?: (?<year>\\d{4}))?`
const T = '(?:T(?<quarter>[1-4])(?: (?<year>\\d{4}))?)'

/** A month or a quarter inside a sentence; null where the wording has none. */
function periodIn({ month, quarter, year }: Groups): { fr: string; en: string } | null {
  const end = year ? ` ${year}` : ''
  if (quarter) return { fr: `${quarter === '1' ? '1er' : `${quarter}e`} trimestre${end}`, en: `Q${quarter}${end}` }
  const names = MONTHS[MONTH_NAMES.indexOf(month ?? '')]
  return names ? { fr: `${names[0]}${end}`, en: `${names[1]}${end}` } : null
}
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const periodAlone = (groups: Groups): LocalText | null => {
  const period = periodIn(groups)
  return period && both(upperFirst(period.fr), period.en)
}
/** "Salaire d’octobre", "October salary". */
const ofPeriod = (groups: Groups, fr: string, en: string): LocalText => {
  const period = periodIn(groups)
  return period ? both(`${fr} ${ofFrench(period.fr)}`, `${period.en} ${en.toLowerCase()}`) : both(fr, en)
}
const withPeriod = (groups: Groups, fr: string, en: string): LocalText => {
  const period = periodIn(groups)
  return period ? both(`${fr}, ${period.fr}`, `${en}, ${period.en}`) : both(fr, en)
}

const phone = (digits: string) => digits.replace(/^(\d{2})(\d{3})(\d{2})(\d{2})$/u, '$1 $2 $3 $4')
const meter = (digits: string) => digits.replace(/(\d{4})(?=\d)/gu, '$1 ')
const masked = (digits: string) => `•• ${digits}`
/** The place of a cash machine or a branch; the district alone where it stands in Dakar. */
const townIn = (text: string) => nameCase(text.replace(/^DAKAR[ -]+(?=\S)/u, ''))
const at = (fr: string, en: string, where: string | undefined): LocalText =>
  where ? both(`${fr}, ${townIn(where)}`, `${en}, ${townIn(where)}`) : both(fr, en)
const invoice = (number: string): LocalText => both(`Facture ${number}`, `Invoice ${number}`)

export const bank: Picture = { kind: 'bank', tint: 'neutral' }
export const cash: Picture = { kind: 'cash', tint: 'cash' }
const saving: Picture = { kind: 'bank', tint: 'saving' }
export const loan: Picture = { kind: 'biller', tint: 'loan' }
const taxed = both('Taxe comprise', 'Tax included')
export const byCard = both('Par carte', 'By card')
const atCounter = both('Au guichet', 'At the counter')
const sent = operationTypeLabels.transfer_out
const received = operationTypeLabels.transfer_in

const shop = (name: string, where?: string): Draft => ({
  name: where ? `${nameCase(name)}, ${townIn(where)}` : nameCase(name),
  memo: byCard,
  where: where === undefined ? undefined : townIn(where),
  ...pictureOf(nameCase(name), 'paid by card'),
})

// Words that begin the purpose of a transfer where the wording names nobody.
const PURPOSE =
  /^(?:SALAIRES?|BOURSE|SOLDE|PLACEMENT|REMONTEE|NIVELLEMENT|APPROVISIONNEMENT|REMBOURSEMENT|AVANCE|LOYER|PRIME|INDEMNITE|REGULARISATION|TONTINE|ALIMENTATION)\b/u

// Purposes of transfers that the bank words itself.
const PURPOSES: readonly [RegExp, fr: string, en: string][] = [
  [/^APPROVISIONNEMENT SALAIRES/u, 'Approvisionnement des salaires', 'Payroll funding'],
  [/^SOLDE DE TOUT COMPTE/u, 'Solde de tout compte', 'Final settlement'],
  [/^SOLDE ANCIEN COMPTE/u, 'Solde de l’ancien compte', 'Balance of the former account'],
  [/^PLACEMENT TRESORERIE/u, 'Placement de trésorerie', 'Treasury investment'],
  [/^REMONTEE FILIALES/u, 'Remontée des filiales', 'Cash from subsidiaries'],
  [/^NIVELLEMENT FILIALE/u, 'Nivellement de filiale', 'Levelling with a subsidiary'],
  [/^BOURSE/u, 'Bourse', 'Grant'],
  [/^REMBOURSEMENT$/u, 'Remboursement', 'Refund'],
]
/** A purpose in both languages where the bank words it, else as it stands. */
const purpose = (text: string): LocalText => {
  const known = PURPOSES.find(([pattern]) => pattern.test(text))
  return known ? both(known[1], known[2]) : sentenceCase(text)
}
const LEGAL_FORM = / (?:SA|SARL|SAS|SUARL|GIE|SCI)$/u
/** A name in the capitals of the bank, with and without its legal form. */
const namesInCapitals = memoized((name) => {
  const full = wording(name.replace(/\(.*?\)|,.*$/gu, ''))
  return [full, full.replace(LEGAL_FORM, '')]
})
/** The wording without the counterparty at its beginning, with or without its legal form. */
function withoutName(text: string, counterparty: string): string {
  const who = namesInCapitals(counterparty).find((name) => name !== '' && text.startsWith(name))
  return who ? text.slice(who.length).trim() : text
}

const BILL = /^FACT(?:URE)? (?<number>\S+)$/u
const SALARY = new RegExp(`^SALAIRES? ${M}(?: (?<who>.+))?$`, 'u')
const DATED = new RegExp(`^(?<what>.+?) ${M}$`, 'u')

/** The purpose in the wording of a transfer, beside the name of the counterparty; null where there is none. */
function purposeOf(text: string, counterparty: string | null): LocalText | null {
  const rest = counterparty ? withoutName(text, counterparty) : text
  if (rest === '') return null
  const bill = BILL.exec(rest)
  if (bill) return invoice(bill[1] ?? '')
  const salary = SALARY.exec(rest)
  if (salary?.groups) return ofPeriod(salary.groups, 'Salaire', 'Salary')
  const dated = DATED.exec(rest)
  if (dated?.groups) {
    const what = purpose(dated.groups['what'] ?? '')
    return withPeriod(dated.groups, textIn(what, 'fr'), textIn(what, 'en'))
  }
  return purpose(rest)
}

function transfer({ rest = '' }: Groups, { counterparty, type }: Movement): Draft {
  const nature = type === 'transfer_in' ? received : sent
  if (counterparty) return { memo: purposeOf(rest, counterparty) ?? nature }
  if (PURPOSE.test(rest))
    return { name: purposeOf(rest, null) ?? nature, memo: nature, kind: 'company', tint: 'neutral' }
  const named = /^(?<who>.+?)(?: FACT(?:URE)? (?<number>\S+))?$/u.exec(rest)?.groups ?? {}
  const name = shortName(nameCase(named['who'] ?? rest))
  return { name, memo: named['number'] ? invoice(named['number']) : nature, ...pictureOf(name, 'any') }
}

/** The reason of a return in both languages, from the capitals of its French sentence. */
function reasonIn(text: string): LocalText | null {
  const plain = folded(text)
  const known = Object.values(returnReasons).find(({ fr }) => folded(fr) === plain)
  if (known) return both(upperFirst(known.fr), upperFirst(known.en))
  return text === '' ? null : sentenceCase(text)
}
export const returnedReason = (reason: LocalText | null): LocalText =>
  reason
    ? both(`${textIn(reason, 'fr')}, montant rendu`, `${textIn(reason, 'en')}, amount given back`)
    : both('Montant rendu', 'Amount given back')

function returned({ rest = '' }: Groups, { counterparty }: Movement): Draft {
  if (counterparty) return { memo: returnedReason(reasonIn(withoutName(rest, counterparty))), state: 'returned' }
  const reason = Object.values(returnReasons).find(({ fr }) => rest.endsWith(wording(fr)))
  const who = nameCase(reason ? rest.slice(0, -wording(reason.fr).length) : rest)
  return {
    ...(who !== '' && { name: who, ...pictureOf(who, 'any') }),
    memo: returnedReason(reason ? reasonIn(wording(reason.fr)) : null),
    state: 'returned',
  }
}

/** A fee with its nature in clear text. */
const fee = (fr: string, en: string, memo: LocalText | null = taxed, glyph?: Identity['glyph']): Draft => ({
  name: both(fr, en),
  memo,
  ...bank,
  ...(glyph && { glyph }),
  isTitle: true,
})

/** Applied from top to bottom to the wording in capitals without accents; the first that matches wins. */
const rules: readonly Rule[] = [
  // Cards and cash.
  [
    /^PAIEMENT (?:CB|CARTE) (?<what>STATION-SERVICE|SUPERMARCHE|PHARMACIE|BOULANGERIE|EPICERIE) (?<where>(?:DAKAR|KAOLACK|THIES|MBOUR|LOUGA|ZIGUINCHOR|SAINT-LOUIS|MERMOZ|SACRE-COEUR|YOFF|MEDINA|OUAKAM|LIBERTE \d|POINT E|SANDAGA|NGOR|HLM|PIKINE|PLATEAU|RUFISQUE|TOUBA|ALMADIES)\b.*)$/u,
    ({ what = '', where }) => shop(what, where),
  ],
  [/^(?:PAIEMENT|ACHAT) (?:CB|CARTE) (?<what>.+)$/u, ({ what = '' }) => shop(what)],
  [/^(?<what>PHARMACIE|CLINIQUE|HOPITAL|LABORATOIRE) (?<where>.+)$/u, ({ what = '', where }) => shop(what, where)],
  [
    /^PEAGE AUTOROUTE(?: (?<what>.+))?$/u,
    ({ what }) => ({
      ...shop('PEAGE AUTOROUTE'),
      name: both('Péage de l’autoroute', 'Motorway toll'),
      memo: what === 'ABONNEMENT' ? both('Abonnement', 'Subscription') : what ? sentenceCase(what) : byCard,
    }),
  ],
  [
    /^RETRAIT GAB CONFRERE(?: (?<network>.+))?$/u,
    ({ network }) => ({
      name: both('Retrait au distributeur, autre banque', 'Cash machine, other bank'),
      memo: network === 'GIM' ? both('Réseau régional', 'Regional network') : byCard,
      ...cash,
    }),
  ],
  [
    /^RETRAIT GAB(?: (?<where>.+))?$/u,
    ({ where }) => ({ name: at('Retrait au distributeur', 'Cash machine', where), memo: byCard, ...cash }),
  ],
  [
    /^RETRAIT DEVISES(?: (?<where>.+))?$/u,
    ({ where }) => ({ name: at('Retrait de devises', 'Foreign currency withdrawal', where), memo: atCounter, ...cash }),
  ],
  [
    /^RETRAIT ESPECES(?: (?<where>.+))?$/u,
    ({ where }) => ({ name: at('Retrait d’espèces', 'Cash withdrawal', where), memo: atCounter, ...cash }),
  ],
  [
    /^VERSEMENT(?: D'?ESPECES| ESPECES)?(?: (?<where>.+))?$/u,
    ({ where }) => ({
      name: at('Versement d’espèces', 'Cash deposit', where),
      memo: atCounter,
      ...cash,
      glyph: 'cash_in',
    }),
  ],
  [
    /^RECHARGE CARTE PREPAYEE (?<digits>\d{4})$/u,
    ({ digits = '' }) => ({
      name: both(`Carte prépayée ${masked(digits)}`, `Prepaid card ${masked(digits)}`),
      memo: both('Recharge', 'Top-up'),
      kind: 'card',
      tint: 'card',
      isTitle: true,
    }),
  ],
  // Mobile telephones.
  [
    /^TRANSFERT VERS PORTEFEUILLE MOBILE (?<number>\d+)$/u,
    ({ number = '' }) => ({
      name: both(`Portefeuille mobile, ${phone(number)}`, `Mobile wallet, ${phone(number)}`),
      memo: both('Envoi d’argent', 'Money sent'),
      kind: 'mobile',
      tint: 'mobile',
    }),
  ],
  [
    /^TAXE TRANSFERT VERS PORTEFEUILLE MOBILE (?<number>\d+)$/u,
    ({ number = '' }) => ({
      name: both('Taxe sur transfert d’argent', 'Money transfer tax'),
      memo: both(`Portefeuille mobile, ${phone(number)}`, `Mobile wallet, ${phone(number)}`),
      kind: 'biller',
      tint: 'tax',
    }),
  ],
  [
    /^(?:TRANSFERT DEPUIS|RETOUR DE) PORTEFEUILLE MOBILE (?<number>\d+)$/u,
    ({ number = '' }) => ({
      name: both(`Portefeuille mobile, ${phone(number)}`, `Mobile wallet, ${phone(number)}`),
      memo: both('Argent reçu', 'Money received'),
      kind: 'mobile',
      tint: 'mobile',
    }),
  ],
  [
    /^RECHARGE MOBILE (?<number>\d+)$/u,
    ({ number = '' }) => ({
      name: both(`Recharge mobile, ${phone(number)}`, `Airtime, ${phone(number)}`),
      memo: both('Crédit de communication', 'Phone credit'),
      kind: 'biller',
      tint: 'telecom',
    }),
  ],
  // Bills.
  [
    /^ACHAT WOYOFAL COMPTEUR (?<number>\d+)$/u,
    ({ number = '' }) => ({
      name: 'Woyofal',
      memo: both(`Compteur ${meter(number)}`, `Meter ${meter(number)}`),
      kind: 'biller',
      tint: 'power',
      isTitle: true,
    }),
  ],
  [
    /^(?:REMBOURSEMENT )PRLV (?<who>.+?)(?: FACT(?:URE)? (?<number>\S+))?$/u,
    ({ who = '' }) => ({
      name: nameCase(who),
      memo: both('Prélèvement remboursé', 'Direct debit refunded'),
      ...pictureOf(nameCase(who), 'collects'),
    }),
  ],
  [
    /^PRLV SONATEL FIBRE (?<number>\d+)$/u,
    ({ number = '' }) => ({
      name: both('Sonatel, fibre', 'Sonatel, fibre'),
      memo: both(`Prélèvement · ${phone(number)}`, `Direct debit · ${phone(number)}`),
      kind: 'biller',
      tint: 'telecom',
      glyph: 'wifi',
      isTitle: true,
    }),
  ],
  [
    /^PRLV (?<who>.+?)(?: FACT(?:URE)? (?<number>\S+))?$/u,
    ({ who = '', number }) => ({
      name: shortName(nameCase(who)),
      memo: number ? invoice(number) : operationTypeLabels.direct_debit,
      ...pictureOf(nameCase(who), 'collects'),
    }),
  ],
  [
    new RegExp(`^LOYER(?: ${M})?(?: (?<where>.+))?$`, 'u'),
    (groups, { counterparty }) => ({
      name: at('Loyer', 'Rent', groups['where']),
      memo: counterparty
        ? at(
            textIn(ofPeriod(groups, 'Loyer', 'Rent'), 'fr'),
            textIn(ofPeriod(groups, 'Loyer', 'Rent'), 'en'),
            groups['where'],
          )
        : periodAlone(groups),
      kind: 'biller',
      tint: 'home',
    }),
  ],
  [
    new RegExp(`^SCOLARITE (?<school>.+?)(?: ${T})?$`, 'u'),
    (groups) => {
      const school = nameCase(groups['school'] ?? '')
      return {
        name: /^(?:École|Lycée|Université|Institut)/u.test(school) ? school : both(`École ${school}`, school),
        memo: withPeriod(groups, 'Scolarité', 'School fees'),
        kind: 'biller',
        tint: 'school',
      }
    },
  ],
  [
    new RegExp(`^TONTINE(?: ${M})?$`, 'u'),
    (groups) => ({ name: 'Tontine', memo: ofPeriod(groups, 'Tontine', 'Tontine'), kind: 'biller', tint: 'family' }),
  ],
  // Taxes.
  [
    /^DROITS DE DOUANE(?: DECL(?:ARATION)? (?<number>\S+))?$/u,
    ({ number }) => ({
      name: both('Douanes', 'Customs'),
      memo: number
        ? both(`Déclaration ${number}`, `Declaration ${number}`)
        : both('Droits de douane', 'Customs duties'),
      kind: 'biller',
      tint: 'tax',
      glyph: 'container',
    }),
  ],
  [
    new RegExp(`^IMPOTS(?: (?<what>\\S+))?(?: ${M})?$`, 'u'),
    (groups) => {
      const what = groups['what'] ? sentenceCase(groups['what']) : null
      return {
        name: both(what ? `Impôts, ${what}` : 'Impôts', what ? `Taxes, ${what}` : 'Taxes'),
        memo: what ? withPeriod(groups, what, what) : (periodAlone(groups) ?? operationTypeLabels.tax),
        kind: 'biller',
        tint: 'tax',
      }
    },
  ],
  [
    new RegExp(`^COTISATIONS (?<who>.+?)(?: (?:${T}|${M.replaceAll('<year>', '<monthYear>')}))?$`, 'u'),
    (groups) => ({
      name: sentenceCase(groups['who'] ?? ''),
      memo: withPeriod({ ...groups, year: groups['year'] ?? groups['monthYear'] }, 'Cotisations', 'Contributions'),
      kind: 'biller',
      tint: 'tax',
    }),
  ],
  // Transfers.
  [
    /^VIR(?:EMENT)? PERMANENT EPARGNE$/u,
    {
      name: both('Compte d’épargne', 'Savings account'),
      memo: both('Virement permanent', 'Standing order'),
      kind: 'own',
      tint: 'brand',
      isTitle: true,
    },
  ],
  [
    new RegExp(`^VIR(?: RECU)? SALAIRE ${M}(?: (?<who>.+))?$`, 'u'),
    (groups, { counterparty }) => {
      const name = nameCase(groups['who'] ?? '')
      return {
        ...(!counterparty && name !== '' && { name, kind: 'company' as const, tint: tintOfName(name) }),
        ...(!counterparty &&
          name === '' && { name: both('Salaire', 'Salary'), kind: 'biller' as const, tint: 'income' as const }),
        memo: ofPeriod(groups, 'Salaire', 'Salary'),
      }
    },
  ],
  [
    new RegExp(`^VIR EMIS SALAIRES ${M}(?: (?<count>\\d+) BENEFICIAIRES)?$`, 'u'),
    (groups) => ({
      name: ofPeriod(groups, 'Salaires', 'Salaries'),
      memo: groups['count'] ? both(`${groups['count']} bénéficiaires`, `${groups['count']} payees`) : sent,
      kind: 'biller',
      tint: 'income',
      glyph: 'people',
      isTitle: true,
    }),
  ],
  [
    /^VIR RECU ETRANGER(?: (?<currency>[A-Z]{3}))?(?: \S+)?$/u,
    ({ currency }) => ({
      name: both('Virement de l’étranger', 'Transfer from abroad'),
      memo: currency
        ? both(`Reçu de l’étranger en ${currency}`, `Received from abroad in ${currency}`)
        : both('Reçu de l’étranger', 'Received from abroad'),
      kind: 'company',
      tint: 'neutral',
    }),
  ],
  [
    /^VIREMENTS MULTIPLES (?<reference>\S+)(?: \((?<count>\d+)\))?$/u,
    ({ reference, count }) => ({
      name: both('Virements multiples', 'Batch of transfers'),
      memo: count
        ? both(`${count} bénéficiaires · ${reference}`, `${count} payees · ${reference}`)
        : (reference ?? null),
      kind: 'biller',
      tint: 'neutral',
      glyph: 'people',
      isTitle: true,
    }),
  ],
  [
    /^VIREMENTS NON EXECUTES (?<reference>\S+)$/u,
    ({ reference = '' }) => ({
      name: both('Virements multiples', 'Batch of transfers'),
      memo: both(`Virements non exécutés · ${reference}`, `Transfers not carried out · ${reference}`),
      kind: 'biller',
      tint: 'neutral',
      glyph: 'people',
      state: 'returned',
      isTitle: true,
    }),
  ],
  [/^(?:RETOUR VIR(?:EMENT)?|VIREMENT RETOURNE)(?: -)?(?: (?<rest>.+))?$/u, returned],
  [/^(?:VIR(?:EMENT)?|TRANSFERT) (?:EMIS|RECU|INSTANTANE)(?: (?<rest>.+))?$/u, transfer],
  // Cheques.
  [
    /^CHEQUE (?:IMPAYE|REJETE) (?<number>\d+)$/u,
    ({ number = '' }) => ({
      name: both(`Chèque ${number}`, `Cheque ${number}`),
      memo: both('Revenu impayé', 'Came back unpaid'),
      state: 'unpaid',
      ...bank,
      glyph: 'cheque',
      isTitle: true,
    }),
  ],
  [
    /^(?<in>REMISE )?CHEQUE (?<number>\d+)$/u,
    ({ in: isIn, number = '' }) => ({
      name: both(`Chèque ${number}`, `Cheque ${number}`),
      memo: isIn ? operationTypeLabels.cheque_in : operationTypeLabels.cheque_out,
      ...bank,
      glyph: 'cheque',
      isTitle: true,
    }),
  ],
  // Loans, deposits, savings.
  [
    /^ECHEANCE PRET (?<number>\S+)$/u,
    ({ number }) => ({
      name: both(`Prêt ${number}`, `Loan ${number}`),
      memo: both('Échéance', 'Instalment'),
      ...loan,
      isTitle: true,
    }),
  ],
  [
    /^DEBLOCAGE PRET (?<number>\S+)$/u,
    ({ number }) => ({
      name: both(`Prêt ${number}`, `Loan ${number}`),
      memo: both('Montant du prêt reçu', 'Amount of the loan received'),
      ...loan,
      isTitle: true,
    }),
  ],
  [
    /^INTERETS DE RETARD PRET (?<number>\S+)$/u,
    ({ number }) => ({
      name: both(`Prêt ${number}`, `Loan ${number}`),
      memo: both('Intérêts de retard', 'Late interest'),
      ...loan,
      isTitle: true,
    }),
  ],
  [
    /^(?<act>SOUSCRIPTION|INTERETS RUPTURE|INTERETS|RETENUE IRC RUPTURE|RETENUE IRC(?: (?<rate>[\d,]+)%)?|REMBOURSEMENT|RECONDUCTION|RUPTURE) DAT (?<number>\S+)$/u,
    ({ act = '', rate, number }) => ({
      name: both(`Dépôt à terme ${number}`, `Term deposit ${number}`),
      memo: rate
        ? both(`Impôt sur les intérêts, ${rate} %`, `Tax on interest, ${rate.replace(',', '.')}%`)
        : (depositActs[act] ?? null),
      ...saving,
      isTitle: true,
    }),
  ],
  [
    /^INTERETS EPARGNE$/u,
    {
      name: both('Intérêts de l’épargne', 'Savings interest'),
      memo: operationTypeLabels.interest,
      ...saving,
      isTitle: true,
    },
  ],
  [/^INTERETS CREDITEURS$/u, fee('Intérêts créditeurs', 'Credit interest', operationTypeLabels.interest, 'percent')],
  // Fees of the bank.
  [
    new RegExp(`^AGIOS(?: ${T})?$`, 'u'),
    (groups) => ({
      ...fee(
        'Agios',
        'Overdraft interest',
        both('Intérêts du découvert, taxe comprise', 'Interest of the overdraft, tax included'),
        'percent',
      ),
      name: withPeriod(groups, 'Agios', 'Overdraft interest'),
    }),
  ],
  [
    new RegExp(`^FRAIS TENUE (?:DE )?COMPTE(?: ${M})?$`, 'u'),
    (groups) => {
      const period = periodAlone(groups)
      return fee(
        'Tenue de compte',
        'Account maintenance',
        period && both(`${textIn(period, 'fr')}, taxe comprise`, `${textIn(period, 'en')}, tax included`),
      )
    },
  ],
  [/^FRAIS RECHARGE CARTE$/u, fee('Frais de recharge de carte', 'Card top-up fee')],
  [/^FRAIS OPPOSITION CHEQUES?$/u, fee('Frais d’opposition sur chèque', 'Stopped cheque fee', taxed, 'cheque')],
  [
    /^FRAIS (?:DE )?REJET(?: (?<what>.+))?$/u,
    ({ what }) => fee('Frais de rejet', 'Returned item fee', what ? sentenceCase(what) : taxed),
  ],
  [
    new RegExp(`^FRAIS (?<what>.+?)(?: ${M})?$`, 'u'),
    (groups) => {
      const what = sentenceCase(groups['what'] ?? '')
      return fee(what, what, periodAlone(groups) ?? both('Frais, taxe comprise', 'Fee, tax included'))
    },
  ],
  [/^COMMISSION VIREMENT$/u, fee('Commission sur virement', 'Transfer commission')],
  [
    /^COMMISSION VIREMENT SICA$/u,
    fee(
      'Commission sur virement',
      'Transfer commission',
      both('Vers une autre banque, taxe comprise', 'To another bank, tax included'),
    ),
  ],
  [
    /^COMMISSION VIREMENT STAR$/u,
    fee(
      'Commission sur virement',
      'Transfer commission',
      both('Virement de gros montant, taxe comprise', 'High-value transfer, tax included'),
    ),
  ],
  [
    /^COMMISSION TRANSFERT SWIFT$/u,
    fee(
      'Commission sur virement',
      'Transfer commission',
      both('Vers l’étranger, taxe comprise', 'Abroad, tax included'),
    ),
  ],
  [
    /^COMMISSION VIREMENTS MULTIPLES(?: (?<reference>\S+))?$/u,
    ({ reference }) =>
      fee('Commission sur virements multiples', 'Commission on a batch of transfers', reference ?? taxed),
  ],
  [
    /^COMMISSION (?<what>.+)$/u,
    ({ what = '' }) =>
      fee(`Commission, ${sentenceCase(what).toLowerCase()}`, `Commission, ${sentenceCase(what).toLowerCase()}`),
  ],
  [/^COMMANDE CHEQUIERS?$/u, fee('Commande de chéquier', 'Chequebook order', taxed, 'chequebook')],
  [
    /^REMBOURSEMENT COMMANDE CHEQUIERS?$/u,
    fee('Commande de chéquier', 'Chequebook order', both('Frais remboursés', 'Fee refunded'), 'chequebook'),
  ],
  [
    new RegExp(`^LOCATION COFFRE(?: ${T})?$`, 'u'),
    (groups) => fee('Location du coffre', 'Safe deposit box', periodAlone(groups)),
  ],
  [
    /^CHANGE (?<amount>[\d ,.]+) (?<currency>[A-Z]{3}) EN .+$/u,
    ({ amount, currency }) => ({
      name: both(
        `Change de ${amount} ${currency}`,
        `Exchange of ${amount?.replaceAll(/[ .]/gu, '').replace(',', '.')} ${currency}`,
      ),
      memo: betweenOwnAccounts,
      ...bank,
      glyph: 'exchange',
      isTitle: true,
    }),
  ],
]

const depositActs: Readonly<Record<string, LocalText>> = {
  SOUSCRIPTION: both('Placement', 'Placed'),
  INTERETS: both('Intérêts', 'Interest'),
  'INTERETS RUPTURE': both('Intérêts, rupture anticipée', 'Interest, ended early'),
  'RETENUE IRC': both('Impôt sur les intérêts', 'Tax on interest'),
  'RETENUE IRC RUPTURE': both('Impôt sur les intérêts, rupture anticipée', 'Tax on interest, ended early'),
  REMBOURSEMENT: both('Capital rendu', 'Capital paid back'),
  RECONDUCTION: both('Placement renouvelé', 'Renewed'),
  RUPTURE: both('Rupture anticipée', 'Ended early'),
}

/** Most labels are in such capitals already. */
const CAPITALS = /^[!-`{-~]+(?: [!-`{-~]+)*$/u
/** A text as the bank words it: capitals without accents. */
const wording = (text: string) =>
  CAPITALS.test(text)
    ? text
    : withoutAccents(text)
        .replaceAll('’', "'")
        .replaceAll('Œ', 'OE')
        .replaceAll('œ', 'oe')
        .toUpperCase()
        .replace(/\s+/gu, ' ')
        .trim()

/** What the first matching pattern derives from a wording; null where none matches, or where a customer has written the label. */
export function readWording(movement: Movement): Draft | null {
  if (!isInCapitals(movement.label) && !movement.label.startsWith('PRLV ')) return null
  const text = wording(movement.label)
  for (const [pattern, draft] of rules) {
    const found = pattern.exec(text)
    if (found) return typeof draft === 'function' ? draft({ ...found.groups }, movement) : draft
  }
  return null
}

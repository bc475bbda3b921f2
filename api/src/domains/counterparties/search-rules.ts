// Turns a search for a displayed text into patterns of the bank's wording, so that both find the same operations. Pure.
import { returnReasons } from 'contract/transfers/clearing.ts'
import { folded } from 'contract/values/folded.ts'
import { betweenOwnAccounts, MONTHS } from './wording-rules.ts'

// Terms that the wording of the bank leaves out.
const LEFT_OUT = new Set(
  'a au aux d de des du en et l la le les of the on from par pour sur dans carte by card'.split(' '),
)

/** The terms of a text as the wording of the bank has them: without accents and in lower case, joined by spaces. */
const termsOf = (text: string): string =>
  folded(text)
    .replaceAll('œ', 'oe')
    // Digits of a telephone or a meter are written without spaces.
    .replace(/(?<=(?<![\p{L}\d])\d+) (?=\d)/gu, '')
    // "6.75%" is "6,75%" in French. An amount with a point stays whole: its parts stand in too many references.
    .replace(/(?<=\d)\.(?=\d+%)/gu, ',')
    .replaceAll('’', "'")
    .split(/[\s,•·…]+/u)
    .map((term) => term.replace(/^[dl]'/u, ''))
    .filter((term) => term !== '' && !LEFT_OUT.has(term))
    .join(' ')

/** How the bank words one text of the portal: in one way, or in several. */
type Wordings = string | readonly string[]

const AT_COUNTER = ['retrait especes', 'retrait devises', 'versement']
const FROM_WALLET = ['transfert depuis portefeuille', 'retour portefeuille']
const RETURNED = ['retourne', 'retour vir']
const UNPAID = ['impaye', 'rejete']
const FEES = ['frais', 'commission']

// How the bank words what the portal calls by these names, in French and in English, without the terms that are left out.
const WORDINGS: Readonly<Record<string, Wordings>> = {
  ...Object.fromEntries(Object.values(returnReasons).map(({ fr, en }) => [termsOf(en), termsOf(fr)])),
  guichet: AT_COUNTER,
  'at counter': AT_COUNTER,
  'argent recu': FROM_WALLET,
  'money received': FROM_WALLET,
  'prelevement rembourse': 'remboursement prlv',
  'direct debit refunded': 'remboursement prlv',
  abroad: ['etranger', 'swift'],
  'received abroad in': 'recu etranger',
  'received abroad': 'recu etranger',
  'vers etranger': 'swift',
  'vers une autre banque': 'virement sica',
  'to another bank': 'virement sica',
  'virement gros montant': 'virement star',
  'high-value transfer': 'virement star',
  'montant rendu': RETURNED,
  'amount given back': RETURNED,
  'transfers not carried out': 'virements non executes',
  'revenu impaye': UNPAID,
  'came back unpaid': UNPAID,
  'late interest': 'interets retard',
  placement: ['placement', 'souscription'],
  placed: 'souscription',
  'capital rendu': 'remboursement dat',
  'capital paid back': 'remboursement dat',
  'placement renouvele': 'reconduction',
  renewed: 'reconduction',
  'rupture anticipee': 'rupture',
  'ended early': 'rupture',
  'frais commissions': FEES,
  'fees and commissions': FEES,
  'frais rembourses': 'remboursement commande',
  'fee refunded': 'remboursement commande',
  'entre vos comptes': 'change',
  'between your accounts': 'change',
  distributeur: 'gab',
  'distributeur autre banque': 'gab confrere',
  'cash machine': 'retrait gab',
  'cash machine other bank': 'retrait gab confrere',
  'cash withdrawal': 'retrait especes',
  'cash deposit': 'versement',
  'versement especes': 'versement',
  'foreign currency withdrawal': 'retrait devises',
  facture: 'fact',
  invoice: 'fact',
  declaration: 'decl',
  prelevement: 'prlv',
  'direct debit': 'prlv',
  contributions: 'cotisations',
  'school fees': 'scolarite',
  ecole: '',
  virement: 'vir',
  transfer: 'vir',
  'virements multiples': 'virements',
  'batch transfers': 'virements',
  'transfer abroad': 'vir recu etranger',
  'standing order': 'permanent',
  'commission virement': 'commission',
  'transfer commission': 'commission',
  'transfert argent': 'transfert',
  'money transfer tax': 'taxe transfert',
  'compte epargne': 'epargne',
  'savings account': 'epargne',
  exchange: 'change',
  salary: 'salaire',
  salaries: 'salaires',
  rent: 'loyer',
  customs: 'douane',
  douanes: 'douane',
  taxes: 'impots',
  'motorway toll': 'peage autoroute',
  subscription: 'abonnement',
  meter: 'compteur',
  airtime: 'recharge mobile',
  'phone credit': 'recharge mobile',
  'credit communication': 'recharge mobile',
  wallet: 'portefeuille mobile',
  'mobile wallet': 'portefeuille mobile',
  prepaid: 'prepayee',
  'top-up': 'recharge',
  'top-up fee': 'frais recharge',
  chequebook: 'chequier',
  'chequebook order': 'commande chequier',
  'stopped cheque fee': 'frais opposition',
  'returned item fee': 'frais rejet',
  loan: 'pret',
  instalment: 'echeance',
  'instalment loan': 'echeance pret',
  'depot terme': 'dat',
  'term deposit': 'dat',
  interest: 'interets',
  'savings interest': 'interets epargne',
  'credit interest': 'interets crediteurs',
  'overdraft interest': 'agios',
  'account maintenance': 'tenue compte',
  'safe deposit box': 'location coffre',
  'balance former account': 'solde ancien compte',
  'final settlement': 'solde tout compte',
  'payroll funding': 'approvisionnement salaires',
  'treasury investment': 'placement tresorerie',
  'cash subsidiaries': 'remontee filiales',
  'levelling with subsidiary': 'nivellement filiale',
  grant: 'bourse',
  payees: 'beneficiaires',
  refund: 'remboursement',
  'envoi argent': 'transfert portefeuille',
  'money sent': 'transfert portefeuille',
  'reseau regional': 'gab confrere',
  'regional network': 'gab confrere',
  'cheque emis': 'cheque',
  'cheque paid': 'cheque',
  'cheque deposit': 'remise cheque',
  'remboursement credit': 'echeance pret',
  'loan repayment': 'echeance pret',
  'montant pret recu': 'deblocage pret',
  'amount loan received': 'deblocage pret',
  'interets decouvert': 'agios',
  'interest overdraft': 'agios',
  'impot interets': 'retenue irc',
  'tax interest': 'retenue irc',
  'taxe comprise': '',
  'tax included': '',
  '1er trimestre': 't1',
  '2e trimestre': 't2',
  '3e trimestre': 't3',
  '4e trimestre': 't4',
  q1: 't1',
  q2: 't2',
  q3: 't3',
  q4: 't4',
  ...Object.fromEntries(MONTHS.map(([french, english]) => [folded(english), folded(french)])),
}
const longestFirst = Object.keys(WORDINGS).toSorted((one, other) => other.length - one.length)
/** Splits a text at the names it contains: every second part is a name. */
const KNOWN_NAMES = new RegExp(`(?<![^ ])(${longestFirst.join('|')})(?![^ ])`, 'u')

// "October salary": the bank words the month last.
const MONTH_FIRST = new RegExp(
  `^(${MONTHS.map(([french]) => folded(french)).join('|')})((?: \\d{4})?) (salaires?|loyer|tontine)(?![^ ])`,
  'u',
)
// "Compte clos, montant rendu": the bank words the reason last.
const REASON_FIRST = /^(.+) (montant rendu|amount given back)$/u

const OWN_ACCOUNTS = Object.values(betweenOwnAccounts).map(folded)
/** Shorter texts are parts of too many words. */
const MIN_OWN_ACCOUNTS = 5

/** Whether a search means the transfers between accounts of the same holder: their wording has the name of the holder instead. */
export function searchesOwnTransfers(search: string): boolean {
  const text = folded(search.trim())
  return text.length >= MIN_OWN_ACCOUNTS && OWN_ACCOUNTS.some((name) => name.includes(text))
}

/** A text with several names that are worded in several ways has no more patterns than this. */
const MAX_PATTERNS = 16

const wordingsOf = (name: string): readonly string[] => {
  const wordings = WORDINGS[name] ?? name
  return typeof wordings === 'string' ? [wordings] : wordings
}

/** The ways in which the bank words these terms. */
const worded = (terms: string): readonly string[] =>
  terms
    .split(KNOWN_NAMES)
    .reduce<string[]>(
      (texts, part, at) =>
        texts
          .flatMap((text) => (at % 2 === 1 ? wordingsOf(part) : [part]).map((wording) => text + wording))
          .slice(0, MAX_PATTERNS),
      [''],
    )

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * LIKE patterns with the terms in their order, one for each way in which the bank words them: "Retrait au distributeur, Yoff" is
 * `%retrait%gab%yoff%`. None without a term.
 */
export function wordingPatterns(search: string): string[] {
  return worded(termsOf(search).replace(REASON_FIRST, '$2 $1'))
    .map((wording) => wording.replace(MONTH_FIRST, '$3 $1$2').split(' '))
    .map((terms) => terms.filter((term) => term !== ''))
    .filter((terms) => terms.length > 0)
    .map((terms) => `%${terms.map((term) => `${escaped(term)}%`).join('')}`)
}

// Turns a search for a clean name into a pattern of the bank's wording, so that both find the same operations. Pure.
import { folded } from 'contract/values/folded.ts'
import { MONTHS } from './wording-rules.ts'

// How the bank words what the portal calls by these names, in French and in English, without the terms that are left out.
const WORDINGS: Readonly<Record<string, string>> = {
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
const KNOWN_NAME = new RegExp(`(?<![^ ])(?:${longestFirst.join('|')})(?![^ ])`, 'gu')
// "October salary": the bank words the month last.
const MONTH_FIRST = new RegExp(
  `^(${MONTHS.map(([french]) => folded(french)).join('|')})((?: \\d{4})?) (salaires?|loyer)(?![^ ])`,
  'u',
)

// Terms that the wording of the bank leaves out.
const LEFT_OUT = new Set(
  'a au aux d de des du en et l la le les of the on from par pour sur dans carte by card'.split(' '),
)

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern with the terms in their order: "Retrait au distributeur, Yoff" is `%retrait%gab%yoff%`; null without a term. */
export function wordingPattern(search: string): string | null {
  const plain = folded(search)
    .replaceAll('œ', 'oe')
    // Digits of a telephone or a meter are written without spaces.
    .replace(/(?<=(?<![\p{L}\d])\d+) (?=\d)/gu, '')
    .replaceAll('’', "'")
  const terms = plain
    .split(/[\s,•·…]+/u)
    .map((term) => term.replace(/^[dl]'/u, ''))
    .filter((term) => term !== '' && !LEFT_OUT.has(term))
    .join(' ')
    .replace(KNOWN_NAME, (name) => WORDINGS[name] ?? name)
    .replace(MONTH_FIRST, '$3 $1$2')
    .split(' ')
    .filter((term) => term !== '')
  if (terms.length === 0) return null
  return `%${terms.map((term) => `${escaped(term)}%`).join('')}`
}

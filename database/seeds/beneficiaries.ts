// Beneficiaries of the demo customers. Every account number has valid check digits.

import { ibanFrom } from 'contract/values/iban.ts'
import { addDays, type DemoCalendar } from './history/demo-calendar.ts'
import { BANK_CODE } from './bank-identity.ts'
import { seededRandom } from './history/seeded-random.ts'
import { personName } from './history/wording.ts'
import { holdingAccounts } from './holding.ts'

export type DemoBeneficiary = {
  id: string
  account: string
  name: string
  iban: string
  is_company: boolean
  bic: string | null
  created_at: Date
  demoKey: string | null
}

type Payee = {
  name: string
  iban: string
  bic?: string
  /** The account of this bank behind the number. */ demoKey?: string
}

const moustapha: Payee = { name: 'Moustapha Thiam', iban: 'SN08SN9990200110004510100165', demoKey: 'moustapha' }
const awa: Payee = { name: 'Awa Ndiaye', iban: 'SN08SN9990100310000110100169', demoKey: 'awa' }
const cheikh: Payee = { name: 'Cheikh Diatta', iban: 'SN08SN9990500110000210100139', demoKey: 'cheikh' }
const aminata: Payee = { name: 'Aminata Sow-Lefort', iban: 'SN08SN9990100210000310100157', demoKey: 'aminata' }
const sineAgro: Payee = { name: 'Sine Agro Négoce SA', iban: 'SN08SN9990400120000110200153', demoKey: 'sine-agro' }
const payroll: Payee = {
  name: 'Sine Agro Négoce SA - Salaires',
  iban: 'SN08SN9990400120000110200250',
  demoKey: 'sine-agro-payroll',
}
const jappo: Payee = { name: 'Groupement Jappo de Joal', iban: 'SN08SN9990200220000410200127', demoKey: 'jappo' }
const karabane: Payee = { name: 'Holding Karabane SA', iban: 'SN08SN9990100130000110200155', demoKey: 'karabane-1' }
const subsidiary2: Payee = { name: 'Karabane Almadies', iban: 'SN08SN9990100230000110200296', demoKey: 'karabane-2' }
const sokhna: Payee = { name: 'Sokhna Diarra', iban: 'SN08SN9980101010004610100147' }
const baol: Payee = { name: 'Quincaillerie du Baol SARL', iban: 'SN08SN9970700120011010200168' }
// The demo's clearing simulator returns payments to this account.
const closed: Payee = { name: 'Modou Sarr (compte clos)', iban: ibanFrom('SN', 'SN997', '01001', '003999101001') }
const casamance: Payee = { name: 'Transports Casamance Express', iban: 'SN08SN9980500120011110200146' }

const suppliersUemoa: Payee[] = [
  { name: 'Lagune Emballages SA (Abidjan)', iban: 'CI93CI9980103420070010200154' },
  { name: 'Coopérative Djoliba (Bamako)', iban: 'ML13ML9980120120070110200143' },
  { name: 'Société des Graines du Bénin', iban: 'BJ66BJ9980100120070210200154' },
  { name: 'Cacao Bandama SA (San-Pédro)', iban: ibanFrom('CI', 'CI998', '01044', '007003102001') },
  { name: 'Karité du Sahel (Ouagadougou)', iban: ibanFrom('BF', 'BF998', '01003', '007004102001') },
  { name: 'Port Sec Services (Lomé)', iban: ibanFrom('TG', 'TG998', '01002', '007005102001') },
]

const suppliersAbroad: Payee[] = [
  { name: 'Maison Delorme SARL (Lyon)', iban: 'FR1420041010050500013M02606', bic: 'SOGEFRPP' },
  { name: 'Nouadhibou Pêche SARL', iban: 'MR1300020001010000123456753' },
]

const suppliersDakar: Payee[] = [
  'Imprimerie Sandaga',
  'Garage Yoff Auto',
  'Sacherie du Cap-Vert',
  'Froid Industriel Hann',
  'Palettes Bel-Air',
  'Pesage et Métrologie Mbao',
  'Gardiennage Le Baobab',
  'Bureau Plus Plateau',
  'Engrais du Fleuve',
  'Laboratoire Agroqualité',
  'Transit Port Autonome Services',
  'Assurances du Baobab SA',
  'Informatique Téranga Services',
  // The same name twice, at two banks: the account number tells them apart.
  'Transports Casamance Express',
].map((name, index) => ({
  name,
  iban: ibanFrom('SN', index % 2 ? 'SN997' : 'SN998', '01001', `00${3101 + index}102001`),
}))

/** Two salaries out of three go to other banks in Senegal; the rank of the person selects the IBAN. */
function employees(): Payee[] {
  const random = seededRandom('employees')
  const names = new Set<string>()
  while (names.size < 120) names.add(personName(random))
  return [...names].map((name, index) => ({
    name,
    iban: ibanFrom(
      'SN',
      index % 3 ? 'SN998' : 'SN997',
      ['04001', '04002', '01010'][index % 3] ?? '04001',
      `00${5201 + index}101001`,
    ),
  }))
}

/** Subsidiaries of the holding, in this bank: an order to them is executed at once. */
const subsidiaries: Payee[] = holdingAccounts.slice(60, 69).flatMap(({ key, label, branch_code, number, balance }) =>
  balance > 0
    ? [
        {
          // Text in brackets distinguishes payees, and is no part of the holder's name.
          name: `Holding Karabane SA (${label.replace(/ - .*/, '')})`,
          iban: ibanFrom('SN', BANK_CODE, branch_code, number),
          demoKey: key,
        },
      ]
    : [],
)

const MANY_PAYEES = 500

/** The producers of a trading company: as many payees as a list is tested with. */
function producers(others: readonly Payee[]): Payee[] {
  const random = seededRandom('producers')
  const names = new Set<string>()
  while (names.size < MANY_PAYEES - others.length) names.add(personName(random))
  return [...names].map((name, index) => ({
    name,
    iban: ibanFrom('SN', index % 2 ? 'SN997' : 'SN998', '01010', `00${6001 + index}101001`),
  }))
}

const partnersOfGandiol = [...subsidiaries, ...suppliersUemoa, ...suppliersAbroad]

const payeesByAccount: Record<string, Payee[]> = {
  awa: [moustapha, sokhna, aminata, cheikh, baol, closed],
  'awa-savings': [moustapha],
  aminata: [awa, moustapha, baol],
  moustapha: [awa],
  'sine-agro': [
    jappo,
    awa,
    moustapha,
    karabane,
    payroll,
    sokhna,
    baol,
    casamance,
    ...suppliersUemoa,
    ...suppliersAbroad,
    ...suppliersDakar,
  ],
  'sine-agro-payroll': employees(),
  jappo: [sineAgro, moustapha, casamance],
  'karabane-1': [subsidiary2, sineAgro, casamance, ...suppliersAbroad],
  'karabane-2': [karabane],
  alioune: [moustapha],
  gandiol: [...partnersOfGandiol, ...producers(partnersOfGandiol)],
}

// In the demo's numbers 102 marks companies; abroad all are suppliers.
const isCompany = (iban: string) => iban.length !== 28 || iban.slice(20, 23) === '102'

export function demoBeneficiaries(calendar: DemoCalendar): DemoBeneficiary[] {
  const random = seededRandom('beneficiaries')
  const morning = addDays(calendar.firstDay, 0).getTime() + 9 * 3_600_000
  return Object.entries(payeesByAccount).flatMap(([account, payees]) =>
    payees.map(({ name, iban, bic = null, demoKey = null }, index) => {
      const created_at = new Date(morning + index * 60_000)
      return { id: random.id(created_at), account, name, is_company: isCompany(iban), iban, bic, created_at, demoKey }
    }),
  )
}

type DemoList = {
  account: string
  name: string
  type: string
  comment: string | null
  has: (beneficiary: DemoBeneficiary) => boolean
}

const of = (account: string, payees: readonly Payee[]) => {
  const ibans = new Set(payees.map(({ iban }) => iban))
  return { account, has: (one: DemoBeneficiary) => one.account === account && ibans.has(one.iban) }
}

export const demoLists: readonly DemoList[] = [
  { ...of('awa', [sokhna, aminata, cheikh]), name: 'Famille', type: 'Proches', comment: 'Envois de fin de mois' },
  {
    ...of('sine-agro', suppliersDakar),
    name: 'Fournisseurs Dakar',
    type: 'Fournisseurs',
    comment: 'Entretien, emballages, transport',
  },
  { ...of('sine-agro', suppliersUemoa), name: 'Fournisseurs UEMOA', type: 'Fournisseurs', comment: null },
  { ...of('sine-agro', []), name: 'Étudiants boursiers', type: 'Autres', comment: null },
  {
    ...of('sine-agro', [baol]),
    name: 'Liste au nom très long pour vérifier la coupure du texte sur petit écran',
    type: 'Autres',
    comment: null,
  },
  { ...of('sine-agro-payroll', employees()), name: 'Salaires', type: 'Salaires', comment: 'Équipe permanente' },
]

/** The beneficiaries with a RIB file. */
export const hasRibFile = ({ account, iban }: DemoBeneficiary) =>
  (account === 'awa' && iban === sokhna.iban) || (account === 'sine-agro' && iban === casamance.iban)

export const waitingBeneficiary = {
  account: 'sine-agro',
  name: 'Mbacké Froid SARL',
  iban: ibanFrom('SN', 'SN998', '01001', '003150102001'),
  /** Fatou Diagne, the accountant. */
  entered_by: '20000001',
}

// The demo bank, its branches and the other banks. All of it is fictional.

import { ibanFrom } from 'contract/values/iban.ts'
import type pg from 'pg'
import { seededRandom } from './history/seeded-random.ts'
import { insertRows } from './insert-rows.ts'

export const BANK_CODE = 'SN999'

const WEEK = { opening_hours_fr: 'Lundi-vendredi 08:15-16:00', opening_hours_en: 'Monday-Friday 8:15 am-4:00 pm' }
const WEEK_AND_SATURDAY = {
  opening_hours_fr: `${WEEK.opening_hours_fr}, samedi 09:00-13:00`,
  opening_hours_en: `${WEEK.opening_hours_en}, Saturday 9:00 am-1:00 pm`,
}

/** The positions of the towns and quarters of the branches, in degrees: latitude, longitude. */
const positions: Record<string, readonly [number, number]> = {
  '01001': [14.668, -17.434],
  '01002': [14.745, -17.517],
  '01003': [14.719, -17.462],
  '01004': [14.759, -17.441],
  '01005': [14.735, -17.324],
  '01006': [14.754, -17.391],
  '01007': [14.716, -17.273],
  '02001': [14.791, -16.926],
  '02002': [14.448, -17.004],
  '03001': [16.026, -16.504],
  '03002': [16.462, -15.7],
  '04001': [14.147, -16.073],
  '04002': [14.339, -16.411],
  '05001': [12.584, -16.272],
  '05002': [12.894, -14.941],
  '06001': [13.77, -13.667],
  '06002': [12.557, -12.175],
  '07001': [14.655, -16.232],
  '07002': [14.867, -15.876],
  '08001': [15.614, -16.225],
  '09001': [15.656, -13.255],
}

export const branches = [
  { code: '01001', name: 'Dakar Plateau (siège)', address: '12, avenue des Baobabs, Dakar', ...WEEK_AND_SATURDAY },
  { code: '01002', name: 'Dakar Almadies', address: 'Route des Almadies, lot 45, Dakar', ...WEEK_AND_SATURDAY },
  { code: '01003', name: 'Dakar Sacré-Cœur', address: 'Sacré-Cœur 3, villa 210, Dakar', ...WEEK },
  { code: '01004', name: 'Parcelles Assainies', address: 'Unité 17, Dakar', ...WEEK },
  { code: '01005', name: 'Zone industrielle Mbao', address: 'Route de Rufisque, km 13', ...WEEK },
  { code: '01006', name: 'Pikine', address: 'Avenue Tally Boumack, Pikine', ...WEEK },
  { code: '01007', name: 'Rufisque', address: 'Boulevard Maurice Guèye, Rufisque', ...WEEK },
  { code: '02001', name: 'Thiès', address: 'Avenue du Rail, Thiès', ...WEEK_AND_SATURDAY },
  { code: '02002', name: 'Mbour - Saly', address: 'Route de la Somone, Saly', ...WEEK },
  { code: '03001', name: 'Saint-Louis', address: 'Quai Nord, Saint-Louis', ...WEEK },
  { code: '03002', name: 'Richard-Toll', address: 'Route nationale 2, Richard-Toll', ...WEEK },
  { code: '04001', name: 'Kaolack', address: 'Rue du Marché central, Kaolack', ...WEEK },
  { code: '04002', name: 'Fatick', address: 'Route nationale 1, Fatick', ...WEEK },
  { code: '05001', name: 'Ziguinchor', address: 'Rue du Fleuve, Ziguinchor', ...WEEK },
  { code: '05002', name: 'Kolda', address: 'Quartier Escale, Kolda', ...WEEK },
  { code: '06001', name: 'Tambacounda', address: 'Avenue de la Gare, Tambacounda', ...WEEK },
  { code: '06002', name: 'Kédougou', address: 'Route de Fongolimbi, Kédougou', ...WEEK },
  { code: '07001', name: 'Diourbel', address: 'Place de la Gare, Diourbel', ...WEEK },
  { code: '07002', name: 'Touba', address: 'Avenue de la Corniche, Touba', ...WEEK_AND_SATURDAY },
  { code: '08001', name: 'Louga', address: 'Route de Linguère, Louga', ...WEEK },
  { code: '09001', name: 'Matam', address: 'Quartier Tantadji, Matam', ...WEEK },
].map((branch, index) => {
  const [latitude, longitude] = positions[branch.code] ?? []
  return { ...branch, phone: `+221 33 800 00 ${index + 10}`, latitude, longitude }
})

/** The advisors: one for companies at the head office, one for people. */
const advisors = [
  {
    key: 'individuals',
    first_name: 'Seynabou',
    last_name: 'Gaye',
    branch_code: '01003',
    phone: '+221 33 800 00 41',
    email: 's.gaye@teranga.example',
  },
  {
    key: 'companies',
    first_name: 'Coumba',
    last_name: 'Gueye',
    branch_code: '01001',
    phone: '+221 33 800 00 42',
    email: 'c.gueye@teranga.example',
  },
] as const

/** demo-data.md 9. The transfer rate is between the buying and the selling rate. */
const rates = [
  { currency: 'EUR', unit: 1, buy: '655.957', sell: '655.957', transfer: '655.957', fixed: true },
  { currency: 'USD', unit: 1, buy: '560', sell: '580', transfer: '572', fixed: false },
  { currency: 'GBP', unit: 1, buy: '745', sell: '770', transfer: '760', fixed: false },
  { currency: 'CHF', unit: 1, buy: '690', sell: '715', transfer: '705', fixed: false },
  { currency: 'CAD', unit: 1, buy: '400', sell: '420', transfer: '412', fixed: false },
  { currency: 'MAD', unit: 1, buy: '58', sell: '63', transfer: '61', fixed: false },
  { currency: 'CNY', unit: 1, buy: '76', sell: '82', transfer: '79.5', fixed: false },
]

/** Publishes the rates of the morning of a day, and of the days before it, each slightly different. */
async function insertRates(client: pg.Client, today: Date): Promise<void> {
  const random = seededRandom('rates')
  const morning = (daysAgo: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - daysAgo, 8))
  const published = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((daysAgo) =>
    rates.map((rate) => {
      if (rate.fixed || daysAgo === 0) return { ...rate, effective_at: morning(daysAgo) }
      const drift = 1 + random.int(-8, 8) / 1000
      const moved = (value: string) => (Number(value) * drift).toFixed(2)
      return {
        ...rate,
        buy: moved(rate.buy),
        sell: moved(rate.sell),
        transfer: moved(rate.transfer),
        effective_at: morning(daysAgo),
      }
    }),
  )
  await insertRows(client, 'exchange_rates', published)
}

/** Inserts the advisors; answers their ids by team. */
export async function insertAdvisors(
  client: pg.Client,
  today: Date,
): Promise<Record<'individuals' | 'companies', string>> {
  const random = seededRandom('advisors')
  const ids = { individuals: random.id(today), companies: random.id(today) }
  await insertRows(
    client,
    'advisors',
    advisors.map(({ key, ...advisor }) => ({ ...advisor, id: ids[key], team: key })),
  )
  return ids
}

export async function insertBankIdentity(client: pg.Client, today: Date): Promise<void> {
  await insertRows(client, 'bank', [
    {
      is_the_only_row: true,
      name: 'Banque Téranga',
      code: BANK_CODE,
      bic: 'TERASNDA',
      address: '12, avenue des Baobabs, BP 9990, Dakar',
      phone: '+221 33 800 00 10',
      email: 'service.client@teranga.example',
      legal: 'SA au capital de 20 000 000 000 F CFA · RCCM SN-DKR-0000-B-00000 · NINEA 000000000 · LB 000',
    },
  ])
  await insertRows(client, 'availability_identity', [
    { iban: ibanFrom('SN', BANK_CODE, '01001', '000000000001'), tax_number: '000000000', city: 'Dakar' },
  ])
  await insertRows(client, 'branches', branches)
  await insertRows(client, 'banks', [
    { country: 'SN', code: 'SN997', name: 'Crédit du Saloum', bic: null },
    { country: 'SN', code: 'SN998', name: 'Banque du Littoral', bic: null },
    { country: 'CI', code: 'CI998', name: 'Banque des Deux Lagunes', bic: null },
    { country: 'ML', code: 'ML998', name: 'Banque du Djoliba', bic: null },
    { country: 'BJ', code: 'BJ998', name: "Banque de l'Ouémé", bic: null },
    { country: 'FR', code: '20041', name: 'Banque du Confluent', bic: null },
    { country: 'MR', code: '00020', name: 'Banque de la Baie du Lévrier', bic: null },
  ])
  // Marks the demo bank: only there does the worker run the simulators of other banks.
  await insertRows(client, 'parameters', [
    { name: 'demo_bank', value: 1, meaning: 'This bank is filled with demo customers' },
  ])
  // A visitor of the demo has neither the mailbox nor the telephone of its customers.
  await client.query(
    `UPDATE parameters p SET value = d.value FROM (VALUES ('factor_link', 0), ('factor_amount', -1)) d (name, value) WHERE p.name = d.name`,
  )
  await insertRows(client, 'correspondents', [
    {
      currency: 'EUR',
      name: 'Comptoir Européen de Correspondance, Paris',
      bic: 'SOGEFRPP',
      account_number: 'FR1420041010050500013M02606',
    },
    { currency: 'USD', name: 'Atlantic Correspondent Bank, New York', bic: 'ATCBUS33', account_number: '400123456' },
    {
      currency: 'GBP',
      name: 'Thames Correspondent Bank, London',
      bic: 'THCBGB2L',
      account_number: 'GB82WEST12345698765432',
    },
    { currency: 'CHF', name: 'Banque du Léman, Genève', bic: 'LEMACHGG', account_number: 'CH9300762011623852957' },
    { currency: 'CAD', name: 'Banque du Saint-Laurent, Montréal', bic: 'SLAUCAM1', account_number: '000712345678' },
    {
      currency: 'MAD',
      name: 'Banque de l’Atlas, Casablanca',
      bic: 'ATLAMAMC',
      account_number: '011780000012300000456',
    },
    { currency: 'CNY', name: 'Eastern Correspondent Bank, Shanghai', bic: 'EACBCNSH', account_number: '6212345678901' },
  ])
  await insertRates(client, today)
  // What instant payments may use of the bank's guarantee at the central bank.
  await client.query('UPDATE instant_guarantee SET amount = 500000000')
}

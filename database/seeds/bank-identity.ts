// Who the demo bank is, where it has counters, and the banks around it. All fictional.

import type pg from 'pg'
import { insertRows } from './insert-rows.ts'

export const BANK_CODE = 'SN999'

const WEEK = 'Lundi-vendredi 08:15-16:00'
const WEEK_AND_SATURDAY = `${WEEK}, samedi 09:00-13:00`

export const branches = [
  { code: '01001', name: 'Dakar Plateau (siège)', address: '12, avenue des Baobabs, Dakar', opening_hours: WEEK_AND_SATURDAY },
  { code: '01002', name: 'Dakar Almadies', address: 'Route des Almadies, lot 45, Dakar', opening_hours: WEEK_AND_SATURDAY },
  { code: '01003', name: 'Dakar Sacré-Cœur', address: 'Sacré-Cœur 3, villa 210, Dakar', opening_hours: WEEK },
  { code: '01004', name: 'Parcelles Assainies', address: 'Unité 17, Dakar', opening_hours: WEEK },
  { code: '01005', name: 'Zone industrielle Mbao', address: 'Route de Rufisque, km 13', opening_hours: WEEK },
  { code: '01006', name: 'Pikine', address: 'Avenue Tally Boumack, Pikine', opening_hours: WEEK },
  { code: '01007', name: 'Rufisque', address: 'Boulevard Maurice Guèye, Rufisque', opening_hours: WEEK },
  { code: '02001', name: 'Thiès', address: 'Avenue du Rail, Thiès', opening_hours: WEEK_AND_SATURDAY },
  { code: '02002', name: 'Mbour - Saly', address: 'Route de la Somone, Saly', opening_hours: WEEK },
  { code: '03001', name: 'Saint-Louis', address: 'Quai Nord, Saint-Louis', opening_hours: WEEK },
  { code: '03002', name: 'Richard-Toll', address: 'Route nationale 2, Richard-Toll', opening_hours: WEEK },
  { code: '04001', name: 'Kaolack', address: 'Rue du Marché central, Kaolack', opening_hours: WEEK },
  { code: '04002', name: 'Fatick', address: 'Route nationale 1, Fatick', opening_hours: WEEK },
  { code: '05001', name: 'Ziguinchor', address: 'Rue du Fleuve, Ziguinchor', opening_hours: WEEK },
  { code: '05002', name: 'Kolda', address: 'Quartier Escale, Kolda', opening_hours: WEEK },
  { code: '06001', name: 'Tambacounda', address: 'Avenue de la Gare, Tambacounda', opening_hours: WEEK },
  { code: '06002', name: 'Kédougou', address: 'Route de Fongolimbi, Kédougou', opening_hours: WEEK },
  { code: '07001', name: 'Diourbel', address: 'Place de la Gare, Diourbel', opening_hours: WEEK },
  { code: '07002', name: 'Touba', address: 'Avenue de la Corniche, Touba', opening_hours: WEEK_AND_SATURDAY },
  { code: '08001', name: 'Louga', address: 'Route de Linguère, Louga', opening_hours: WEEK },
  { code: '09001', name: 'Matam', address: 'Quartier Tantadji, Matam', opening_hours: WEEK },
].map((branch, index) => ({ ...branch, phone: `+221 33 800 00 ${index + 10}` }))

export async function insertBankIdentity(client: pg.Client): Promise<void> {
  await insertRows(client, 'bank', [
    {
      is_the_only_row: true,
      name: 'Banque Téranga',
      code: BANK_CODE,
      bic: 'TERASNDA',
      address: '12, avenue des Baobabs, BP 9990, Dakar',
      phone: '+221 33 800 00 10',
      email: 'service.client@teranga.example',
    },
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
  await insertRows(client, 'correspondents', [{ currency: 'EUR', name: 'Comptoir Européen de Correspondance, Paris', bic: 'SOGEFRPP' }])
}

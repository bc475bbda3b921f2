// Holds what messages of instant payments contain of the demo's customers. All numbers are fictional.

import type pg from 'pg'
import { insertRows } from './insert-rows.ts'
import { demoCustomers } from './personas.ts'

/**
 * The identity of a customer: `NIDN` the number of the national identity card (13 digits), `CCPT` of the passport, `TXID` the tax number of a
 * company (NINEA). `trade_register` (RCCM) makes a person a merchant.
 */
type DemoIdentity = {
  system: 'NIDN' | 'CCPT' | 'TXID'
  number: string
  trade_register: string | null
  city: string
}

const card = (number: string, city: string): DemoIdentity => ({ system: 'NIDN', number, trade_register: null, city })
const company = (number: string, trade_register: string, city: string): DemoIdentity => ({
  system: 'TXID',
  number,
  trade_register,
  city,
})

/** By the key of the customer. Mariétou Sagna has none: her file is not complete. */
const identities: Record<string, DemoIdentity> = {
  awa: card('2000198900001', 'Dakar'),
  cheikh: card('1000200300002', 'Ziguinchor'),
  aminata: { system: 'CCPT', number: 'A00000003', trade_register: null, city: 'Dakar' },
  // He keeps a shop in Thiès: a merchant who is a person.
  moustapha: { ...card('1000198200004', 'Thiès'), trade_register: 'SN-THS-2019-A-00004' },
  'sine-agro': company('0000000212G3', 'SN-KLK-2011-B-00021', 'Kaolack'),
  jappo: company('0000000249E1', 'SN-MBR-2015-C-00024', 'Joal-Fadiouth'),
  karabane: company('0000000312G3', 'SN-DKR-2008-B-00031', 'Dakar'),
  gandiol: company('0000000267G3', 'SN-STL-2013-B-00026', 'Saint-Louis'),
  alioune: card('1000199400093', 'Saint-Louis'),
  rokhaya: card('2000199100094', 'Mbour'),
}

/** Inserts the identities; `customerId` finds the id of a customer by its key. */
export async function insertIdentities(client: pg.Client, customerId: (key: string) => string): Promise<void> {
  await insertRows(
    client,
    'customer_identities',
    demoCustomers.flatMap(({ key }) => {
      const identity = identities[key]
      return identity ? [{ customer_id: customerId(key), ...identity }] : []
    }),
  )
}

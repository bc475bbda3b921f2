import { expect, it } from 'vitest'
import { aipCallText } from '../../../formats/instant/aip-calls.ts'
import { aliasMessage, maskedEmail, mayHave, unionPhoneOf } from './alias-message.ts'

const holder = {
  account_id: '0190a0b0-1111-7222-8333-444455556666',
  name: 'Moustapha Thiam',
  kind: 'individual' as const,
  system: 'NIDN' as const,
  number: '1000198200004',
  trade_register: null,
  city: 'Thiès',
  iban: 'SN08SN9990200110004510100165',
  account_kind: 'checking',
  latitude: null,
  longitude: null,
  opened_on: '2025-01-02',
  branch_phone: '+221338000017',
}
const sent = { member: 'SNB999', contact: '+221338000017' }
const written = (...args: Parameters<typeof aliasMessage>) =>
  JSON.parse(aipCallText('/alias/creation', aliasMessage(...args))) as Record<string, unknown>

it('names persons by their identity, merchants by the trade register too, companies by their tax number', () => {
  const address = { creation_id: 'a1', kind: 'address' as const, value: null }
  expect(written(address, holder, sent)).toMatchObject({
    categorieClient: 'P',
    identificationNationaleClient: '1000198200004',
    typeAlias: 'SHID',
    typeCompte: 'CACC',
  })
  expect(written(address, holder, sent)).not.toHaveProperty('valeurAlias')
  expect(written(address, { ...holder, system: 'CCPT', trade_register: 'SN-THS-2019-A-00004' }, sent)).toMatchObject({
    categorieClient: 'C',
    numeroPasseport: '1000198200004',
    identificationRccm: 'SN-THS-2019-A-00004',
  })
  const code = { creation_id: 'a2', kind: 'merchant' as const, value: '4711' }
  expect(written(code, { ...holder, kind: 'company', system: 'TXID', name: 'Sine Agro' }, sent)).toMatchObject({
    categorieClient: 'B',
    identificationFiscale: '1000198200004',
    denominationSociale: 'Sine Agro',
    typeAlias: 'MCOD',
    valeurAlias: '4711',
  })
})

it('offers telephones to persons and merchants, and codes to merchants and companies', () => {
  const offered = (['person', 'merchant', 'company'] as const).map((receiver) =>
    (['address', 'phone', 'merchant'] as const).filter((kind) => mayHave(receiver, kind)),
  )
  expect(offered).toEqual([
    ['address', 'phone'],
    ['address', 'phone', 'merchant'],
    ['address', 'merchant'],
  ])
})

it('recognises telephone numbers of the union, however they are grouped', () => {
  expect(unionPhoneOf('+221 77 000 00 01')).toBe('+221770000001')
  expect([unionPhoneOf('+33612345678'), unionPhoneOf(null), unionPhoneOf('')]).toEqual([null, null, null])
})

it('masks an e-mail address so that its owner recognises it', () => {
  expect(maskedEmail('awa.ndiaye@courrier.example')).toBe('a•••@courrier.example')
})

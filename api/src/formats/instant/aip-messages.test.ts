import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { aipCallbacks, aipCallbackText, callbackKey, isAipCallbackPath } from './aip-callbacks.ts'
import { type AipCall, aipCalls, aipCallText, isAipCallPath } from './aip-calls.ts'
import { newEndToEndId, newMessageId, newPlatformMessageId } from './aip-ids.ts'

const at = new Date('2026-11-22T19:04:05.678Z')

const order = (changes: Partial<AipCall<'/transferts'>> = {}): AipCall<'/transferts'> => ({
  msgId: newMessageId('SNB999'),
  endToEndId: newEndToEndId('SNB999', at),
  montant: 15_000,
  canalCommunication: '999',
  dateHeureAcceptation: at.toISOString(),
  codeMembreParticipantPaye: 'CIE001',
  nomClientPayeur: 'Awa Ndiaye',
  paysClientPayeur: 'SN',
  typeClientPayeur: 'P',
  typeCompteClientPayeur: 'CACC',
  deviseCompteClientPayeur: 'XOF',
  ibanClientPayeur: 'SN08SN9990100310000110100169',
  systemeIdentificationClientPayeur: 'NIDN',
  numeroIdentificationClientPayeur: '2751199000017',
  nomClientPaye: 'Adjoua Kouassi',
  paysClientPaye: 'CI',
  typeClientPaye: 'P',
  typeCompteClientPaye: 'TRAN',
  deviseCompteClientPaye: 'XOF',
  otherClientPaye: '+2250700000101',
  systemeIdentificationClientPaye: 'NIDN',
  numeroIdentificationClientPaye: 'CI0000000101',
  ...changes,
})
const problemOf = (changes: Partial<AipCall<'/transferts'>>) => {
  const { error } = z.safeEncode(aipCalls['/transferts'], order(changes))
  return [...new Set(error?.issues.map(({ path }) => path.join('.')))]
}

it('sends amounts as digits and reads them as integers', () => {
  const input = order()
  const sent: unknown = JSON.parse(aipCallText('/transferts', input))
  expect(sent).toMatchObject({ montant: '15000', canalCommunication: '999' })
  expect(z.decode(aipCalls['/transferts'], sent as z.input<(typeof aipCalls)['/transferts']>)).toEqual(input)
})

it.each(['15000.5', '-1', '1e3', '', ' 1', '1234567890123456'])('refuses the amount "%s"', (montant) => {
  const body = { ...(JSON.parse(aipCallText('/transferts', order())) as object), montant }
  expect(aipCalls['/transferts'].safeParse(body).success).toBe(false)
})

it('requires what the interface requires of a payment', () => {
  expect(problemOf({})).toEqual([])
  expect(problemOf({ otherClientPaye: undefined })).toEqual(['nomClientPaye'])
  expect(problemOf({ ibanClientPaye: 'CI02CI9990111133000003122583' })).toEqual(['nomClientPaye'])
  expect(problemOf({ numeroIdentificationClientPayeur: undefined })).toEqual(['nomClientPayeur'])
  expect(problemOf({ typeCompteClientPaye: 'TRAL', numeroIdentificationClientPaye: undefined })).toEqual([])
  expect(problemOf({ typeClientPaye: 'B' })).toEqual(['nomClientPaye'])
  expect(problemOf({ typeClientPaye: 'B', villeClientPaye: 'Abidjan' })).toEqual([])
  expect(problemOf({ motif: 'Loyer', typeDocumentReference: 'CINV', numeroDocumentReference: 'F-1' })).toEqual([
    'motif',
  ])
  expect(problemOf({ typeDocumentReference: 'CINV' })).toEqual(['numeroDocumentReference'])
  expect(problemOf({ canalCommunication: '733' })).toEqual(['identifiantTransaction'])
  expect(problemOf({ canalCommunication: '633' })).toEqual(['latitudeClientPayeur'])
  expect(
    problemOf({ canalCommunication: '633', latitudeClientPayeur: '14.6706', longitudeClientPayeur: '-17.4264' }),
  ).toEqual([])
  expect(problemOf({ typeTransaction: 'DISP' })).toEqual(['montant'])
  expect(problemOf({ typeTransaction: 'DISP', montant: 1 })).toEqual([])
  expect(problemOf({ montant: 0 })).toEqual(['montant'])
  expect(problemOf({ ibanClientPayeur: 'FR7630006000011234567890189' })).toContain('ibanClientPayeur')
})

it('requires a reason of a refusal, and none of an acceptance', () => {
  const answer = {
    msgId: newMessageId('SNB999'),
    msgIdDemande: newPlatformMessageId(),
    endToEndId: newEndToEndId('CIE001', at),
  }
  const fits = (changes: object) =>
    z.safeEncode(aipCalls['/transferts/reponses'], { ...answer, ...changes } as never).success
  expect(fits({ statutTransaction: 'ACSP' })).toBe(true)
  expect(fits({ statutTransaction: 'RJCT', codeRaison: 'AC07' })).toBe(true)
  expect(fits({ statutTransaction: 'RJCT' })).toBe(false)
  expect(fits({ statutTransaction: 'ACSP', codeRaison: 'AC07' })).toBe(false)
})

it('requires a telephone number of the union for a telephone alias, and no value for a payment address', () => {
  const alias = {
    idCreationAlias: '1',
    nomClient: 'Awa Ndiaye',
    categorieClient: 'P',
    paysResidenceClient: 'SN',
    telephoneClient: '+221770000001',
    participant: 'SNB999',
    iban: 'SN08SN9990100310000110100169',
    typeCompte: 'CACC',
    dateOuvertureCompte: '2020-01-02',
  }
  const fits = (changes: object) => aipCalls['/alias/creation'].safeParse({ ...alias, ...changes }).success
  expect(fits({ typeAlias: 'SHID' })).toBe(true)
  expect(fits({ typeAlias: 'SHID', valeurAlias: '+221770000001' })).toBe(false)
  expect(fits({ typeAlias: 'MBNO', valeurAlias: '+221770000001' })).toBe(true)
  expect(fits({ typeAlias: 'MBNO', valeurAlias: '+33612345678' })).toBe(false)
  expect(fits({ typeAlias: 'MCOD', valeurAlias: '856974' })).toBe(true)
  expect(fits({ typeAlias: 'MCOD', valeurAlias: '8' })).toBe(false)
})

it('reads the examples of callbacks, and drops unknown fields', () => {
  const body = aipCallbacks['/transferts/reponses'].parse({
    msgId: newPlatformMessageId(),
    endToEndId: 'ETGB00120230302153554KXeezkpezhUk9e',
    statutTransaction: 'ACCC',
    dateHeureIrrevocabilite: '2023-02-21T15:30:02.170Z',
    unknownField: 1,
  })
  expect(body).not.toHaveProperty('unknownField')
  expect(
    aipCallbacks['/verifications-identites/reponses'].parse({
      msgId: newPlatformMessageId(),
      msgIdDemande: newMessageId('SNB001'),
      resultatVerification: 'true',
      endToEndId: 'ESNB00120230221153554KXvozkpNvhUk9e',
      nomClient: 'Client C',
    }).resultatVerification,
  ).toBe(true)
})

it('recognises a repeated callback by its msgId, or by the message that it answers', () => {
  const msgId = newPlatformMessageId()
  const endToEndId = newEndToEndId('SNB999', at)
  expect(callbackKey({ path: '/transferts/reponses', body: { msgId, endToEndId, statutTransaction: 'ACCC' } })).toBe(
    msgId,
  )
  expect(callbackKey({ path: '/alias/recherche/reponses', body: { endToEndId, statut: 'ECHEC' } })).toBe(endToEndId)
  expect(
    callbackKey({
      path: '/revendications/acceptation/reponses',
      body: { identifiantRevendication: '+221770902134_1', statut: 'ACCEPTEE' },
    }),
  ).toBe('+221770902134_1 ACCEPTEE')
  expect(
    callbackKey({ path: '/revendications/reponses', body: { alias: '+221770902134', statut: 'ECHEC' } }),
  ).toBeNull()
  expect(
    callbackKey({ path: '/alias/suppression/reponses', body: { alias: '+221770902134', statut: 'SUCCES' } }),
  ).toBeNull()
})

it('writes callbacks with amounts as digits', () => {
  const text = aipCallbackText('/retour-fonds', {
    msgId: newPlatformMessageId(),
    endToEndId: newEndToEndId('SNB999', at),
    montantRetourne: 2500,
    raisonRetour: 'CUST',
  })
  expect(JSON.parse(text)).toMatchObject({ montantRetourne: '2500' })
  expect(() => aipCallbackText('/retour-fonds', { montantRetourne: 2500 })).toThrow('msgId')
})

it('recognises the paths of the interface', () => {
  expect(isAipCallPath('/transferts')).toBe(true)
  expect(isAipCallPath('/toString')).toBe(false)
  expect(isAipCallPath('toString')).toBe(false)
  expect(isAipCallbackPath('/transferts/echecs')).toBe(true)
  expect(isAipCallbackPath('/transferts/statut')).toBe(false)
})

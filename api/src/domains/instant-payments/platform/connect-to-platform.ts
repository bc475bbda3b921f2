// Keeps the bank connected to the platform: the list of its participants, and the proof that the bank is available.
import type { Clock } from '../../../adapters/clock.ts'
import type { Db } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { country as unionCountry } from '../../../formats/instant/aip-fields.ts'
import { memberCodeOf, newEndToEndId, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { queueMessages } from './aip-message-store.ts'
import { findAvailabilityIdentity } from './availability-store.ts'

type Ports = { db: Db; clock: Clock }

/** Asks for the list of the connected institutions. */
export function requestParticipants({ db, clock }: Ports): Promise<void> {
  return transaction(db, async (tx) => {
    const member = memberCodeOf((await getBankIdentity(tx)).code)
    const body = { msgId: newMessageId(member), requete: 'ALLL' as const }
    await queueMessages(tx, [{ path: '/participants/listes', body }], clock.now())
  })
}

/**
 * Proves that the bank is available: one franc from the bank to itself. Without it the platform switches the bank off. It is no payment of a
 * customer and has no posting: both sides are the same account. False where the bank has not said as whom: then nothing is sent.
 */
export function proveAvailability({ db, clock }: Ports): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const identity = await findAvailabilityIdentity(tx)
    if (!identity) return false
    const { name, code } = await getBankIdentity(tx)
    const member = memberCodeOf(code)
    const country = unionCountry.parse(code.slice(0, 2))
    await queueMessages(
      tx,
      [
        {
          path: '/transferts',
          body: {
            msgId: newMessageId(member),
            endToEndId: newEndToEndId(member, now),
            codeMembreParticipantPaye: member,
            montant: 1,
            typeTransaction: 'DISP',
            canalCommunication: '999',
            dateHeureAcceptation: now.toISOString(),
            nomClientPayeur: name,
            paysClientPayeur: country,
            typeClientPayeur: 'B',
            typeCompteClientPayeur: 'CACC',
            deviseCompteClientPayeur: 'XOF',
            ibanClientPayeur: identity.iban,
            systemeIdentificationClientPayeur: 'TXID',
            numeroIdentificationClientPayeur: identity.tax_number,
            villeClientPayeur: identity.city,
            nomClientPaye: name,
            paysClientPaye: country,
            typeClientPaye: 'B',
            typeCompteClientPaye: 'CACC',
            deviseCompteClientPaye: 'XOF',
            ibanClientPaye: identity.iban,
            systemeIdentificationClientPaye: 'TXID',
            numeroIdentificationClientPaye: identity.tax_number,
            villeClientPaye: identity.city,
            motif: 'DISPONIBILITE',
          },
        },
      ],
      now,
    )
    return true
  })
}

/** The run of the job that proves the availability: it warns once while the bank has not said as whom. */
export function createProofOfAvailability(
  ports: Ports & { warn: (facts: object, sentence: string) => void },
): () => Promise<void> {
  let isWarned = false
  return async () => {
    const isProved = await proveAvailability(ports)
    if (!isProved && !isWarned)
      ports.warn({}, 'the platform is not told that the bank is available: set its identity by "instant proof"')
    isWarned = !isProved
  }
}

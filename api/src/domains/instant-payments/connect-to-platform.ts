// Keeps the bank connected to the platform: the list of its participants, and the proof that the bank is available.
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { memberCodeOf, newEndToEndId, newMessageId } from '../../formats/instant/aip-ids.ts'
import { type BankIdentity, getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMessages } from './aip-message-store.ts'

type Ports = { db: Db; clock: Clock }

/** Asks for the list of the connected institutions. */
export function requestParticipants({ db, clock }: Ports): Promise<void> {
  return transaction(db, async (tx) => {
    const member = memberCodeOf((await getBankIdentity(tx)).code)
    const body = { msgId: newMessageId(member), requete: 'ALLL' as const }
    await queueMessages(tx, [{ path: '/participants/listes', body }], clock.now())
  })
}

/** The account of the bank itself that proves its availability: the platform only checks its form, and no money moves. */
const availabilityAccount = ({ code }: BankIdentity) => `${code.slice(0, 2)}08${code}${'0'.repeat(19)}`

/**
 * Proves that the bank is available: one franc from the bank to itself. Without it the platform switches the bank off. It is no payment of a
 * customer and has no posting: both sides are the same account.
 */
export function proveAvailability({ db, clock }: Ports): Promise<void> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const bank = await getBankIdentity(tx)
    const member = memberCodeOf(bank.code)
    const iban = availabilityAccount(bank)
    const identity = { system: 'TXID' as const, number: bank.bic }
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
            nomClientPayeur: bank.name,
            paysClientPayeur: 'SN',
            typeClientPayeur: 'B',
            typeCompteClientPayeur: 'CACC',
            deviseCompteClientPayeur: 'XOF',
            ibanClientPayeur: iban,
            systemeIdentificationClientPayeur: identity.system,
            numeroIdentificationClientPayeur: identity.number,
            villeClientPayeur: 'Dakar',
            nomClientPaye: bank.name,
            paysClientPaye: 'SN',
            typeClientPaye: 'B',
            typeCompteClientPaye: 'CACC',
            deviseCompteClientPaye: 'XOF',
            ibanClientPaye: iban,
            systemeIdentificationClientPaye: identity.system,
            numeroIdentificationClientPaye: identity.number,
            villeClientPaye: 'Dakar',
            motif: 'DISPONIBILITE',
          },
        },
      ],
      now,
    )
  })
}

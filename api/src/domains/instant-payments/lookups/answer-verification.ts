// Answers another institution that asks who has an account here, before it pays it.
import type { AipCall } from '../../../formats/instant/aip-calls.ts'
import type { Tx } from '../../../db/db.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { newMessageId } from '../../../formats/instant/aip-ids.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { findPayableHolder } from '../platform/holder-store.ts'
import { accountKindOf, customerKindOf } from '../platform/transfer-message.ts'

/** Queues the answer: the holder, or AC01 for an account that cannot be paid. */
export async function answerVerification(
  tx: Tx,
  { msgId, endToEndId, ibanClient }: AipCallback<'/verifications-identites'>,
  member: string,
  now: Date,
): Promise<void> {
  const holder = ibanClient === undefined ? null : await findPayableHolder(tx, ibanClient)
  const about = { msgId: newMessageId(member), msgIdDemande: msgId, endToEndId, codeMembreParticipant: member }
  const body: AipCall<'/verifications-identites/reponses'> = holder
    ? {
        ...about,
        resultatVerification: true,
        ibanClient: holder.iban,
        typeCompte: accountKindOf(holder.account_kind),
        typeClient: customerKindOf(holder),
        nomClient: holder.name,
        villeClient: holder.city,
        systemeIdentification: holder.system,
        numeroIdentification: holder.number,
        ...(holder.trade_register !== null && { numeroRCCMClient: holder.trade_register }),
        paysResidence: 'SN',
        devise: 'XOF',
      }
    : { ...about, resultatVerification: false, codeRaison: 'AC01' }
  await queueMessages(tx, [{ path: '/verifications-identites/reponses', body }], now)
}

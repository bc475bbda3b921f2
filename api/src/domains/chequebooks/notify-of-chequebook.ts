import type { ChequebookStatus } from 'contract/products/chequebooks.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Tx } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { mailBody } from '../notifications/mail-to-readers.ts'
import type { LockedChequebook } from './chequebook-columns.ts'
import { findReader, getAgency } from './chequebook-store.ts'

type StatusChange = { status: ChequebookStatus; reason: string | null }

/** Notifies the customer when a chequebook is available or refused. */
export async function notifyOfChequebook(
  tx: Tx,
  {
    account_id,
    ordered_by,
    reference,
    branch_code,
  }: Pick<LockedChequebook, 'account_id' | 'ordered_by' | 'reference' | 'branch_code'>,
  { status, reason }: StatusChange,
  now: Date,
): Promise<void> {
  if (status !== 'available' && status !== 'refused') return
  const reader = await findReader(tx, { account_id, ordered_by, isRefusal: status === 'refused' })
  if (!reader?.email) return
  const { lang, first_name, email } = reader
  const agency = await getAgency(tx, account_id, branch_code, lang)
  const branch = `${agency.name}\n${agency.address}\n${agency.opening_hours}`
  const labels = {
    available: {
      fr: {
        title: 'Votre chéquier est arrivé à l’agence',
        paragraphs: [
          `Bonjour ${first_name},`,
          `Votre commande ${reference} peut être retirée à l’agence :`,
          branch,
          'Présentez une pièce d’identité.',
        ],
      },
      en: {
        title: 'Your chequebook has reached the branch',
        paragraphs: [
          `Hello ${first_name},`,
          `Your order ${reference} can be collected at the branch:`,
          branch,
          'Bring an identity document.',
        ],
      },
    },
    refused: {
      fr: {
        title: 'Votre commande de chéquier est refusée',
        paragraphs: [
          `Bonjour ${first_name},`,
          `La commande ${reference} n’a pas de suite, et rien n’est à payer pour elle.`,
          `Motif : ${reason ?? ''}`,
        ],
      },
      en: {
        title: 'Your chequebook order is refused',
        paragraphs: [
          `Hello ${first_name},`,
          `The order ${reference} ends here, and nothing is to be paid for it.`,
          `Reason: ${reason ?? ''}`,
        ],
      },
    },
  }[status][lang]
  await queueMail(tx, mailBody({ lang, first_name, email }, await getBankIdentity(tx), labels), now)
}

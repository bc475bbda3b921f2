// Builds what the directory of aliases needs of a holder: who may have which alias, and the message that creates it. Pure.
import type { NewPaymentAlias, ReceiverKind } from 'contract/accounts/payment-aliases.ts'
import { tidyPhone } from 'contract/values/contact.ts'
import type { AipCall } from '../../../formats/instant/aip-calls.ts'
import { phone as unionPhone } from '../../../formats/instant/aip-fields.ts'
import type { PayerIdentity } from '../platform/instant-payment-store.ts'
import { accountKindOf, customerKindOf } from '../platform/transfer-message.ts'

const receivers = { P: 'person', C: 'merchant', B: 'company' } as const

export const receiverOf = (holder: Pick<PayerIdentity, 'kind' | 'trade_register'>): ReceiverKind =>
  receivers[customerKindOf(holder)]

/** A telephone number of the union in E.164; null for others. */
export function unionPhoneOf(typed: string | null): string | null {
  const phone = tidyPhone(typed ?? '')
  return unionPhone.safeParse(phone).success ? phone : null
}

/** Everybody may have addresses; persons and merchants their telephone; merchants and companies a code. */
export function mayHave(receiver: ReceiverKind, kind: NewPaymentAlias['kind']): boolean {
  if (kind === 'phone') return receiver !== 'company'
  return kind === 'address' || receiver !== 'person'
}

const typeOf = { address: 'SHID', phone: 'MBNO', merchant: 'MCOD' } as const

/** `contact`: the telephone of the holder, or of the branch where the bank knows none in the union. */
export function aliasMessage(
  alias: { creation_id: string; kind: NewPaymentAlias['kind']; value: string | null },
  holder: PayerIdentity & { opened_on: string },
  { member, contact }: { member: string; contact: string },
): AipCall<'/alias/creation'> {
  const { name, system, number, trade_register, city, iban, account_kind, opened_on } = holder
  return {
    idCreationAlias: alias.creation_id,
    nomClient: name,
    categorieClient: customerKindOf(holder),
    paysResidenceClient: 'SN',
    telephoneClient: contact,
    villeClient: city,
    ...(system === 'NIDN' && { identificationNationaleClient: number }),
    ...(system === 'CCPT' && { numeroPasseport: number }),
    ...(system === 'TXID' && { identificationFiscale: number }),
    ...(trade_register !== null && { identificationRccm: trade_register }),
    ...(holder.kind === 'company' && { denominationSociale: name, raisonSociale: name }),
    participant: member,
    iban,
    typeCompte: accountKindOf(account_kind),
    dateOuvertureCompte: opened_on,
    typeAlias: typeOf[alias.kind],
    ...(alias.value !== null && { valeurAlias: alias.value }),
  }
}

/** The address of an e-mail so that its owner recognises it: a•••@courrier.example. */
export const maskedEmail = (email: string) => email.replace(/^(.)[^@]*/u, '$1•••')

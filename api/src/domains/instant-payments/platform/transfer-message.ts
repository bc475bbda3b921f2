// Builds the message of an instant payment from the order, the payer and the looked-up payee. Pure.
import type { AipCall } from '../../../formats/instant/aip-calls.ts'
import type { PaidLookup, PayerIdentity } from './instant-payment-store.ts'

type Message = AipCall<'/transferts'>
export type Channel = Message['canalCommunication']

/** How the platform names the kinds of our accounts: CACC current, SVGS savings. */
export const accountKindOf = (kind: string): Message['typeCompteClientPayeur'] => (kind === 'savings' ? 'SVGS' : 'CACC')

/** P: person; C: person with a trade register; B: company. */
export const customerKindOf = ({ kind, trade_register }: Pick<PayerIdentity, 'kind' | 'trade_register'>) =>
  kind === 'company' ? 'B' : trade_register === null ? 'P' : 'C'

const requestChannels: readonly Channel[] = ['500', '520', '521', '401', '631']

/**
 * The channel of a payment. A request to pay names it, or a code that was read, where it fits the payee: 731 pays persons, 000 and 400
 * merchants, companies and governments; 400 needs the reference of the code. Else 999, an order of the bank's own channels. All but 999 need
 * the payer's position.
 */
export function channelOf(
  { channel, reference, payee_kind }: Pick<PaidLookup, 'channel' | 'reference' | 'payee_kind'>,
  { latitude, longitude, kind }: Pick<PayerIdentity, 'latitude' | 'longitude' | 'kind'>,
): Channel {
  if (channel === null || latitude === null || longitude === null) return '999'
  if (requestChannels.includes(channel)) return channel
  const isPerson = payee_kind === 'P'
  if (channel === '731') return isPerson && kind === 'individual' ? '731' : '999'
  if (isPerson) return '999'
  return channel === '400' && reference !== null ? '400' : '000'
}

type Ordered = {
  message_id: string
  end_to_end_id: string
  channel: Channel
  amount: number
  label: string
  at: Date
  /** Payments of one batch have the same. */
  batch: string | null
}

const present = <Value>(value: Value | null): Value | undefined => value ?? undefined

/** The message of a payment. Throws for a look-up that found nobody: such a one is never paid. */
export function transferMessage(order: Ordered, payer: PayerIdentity, payee: PaidLookup): Message {
  const { name, payee_kind, country, member, account_kind } = payee
  if (!name || !payee_kind || !country || !member || !account_kind)
    throw new Error(`the look-up ${payee.id} has no payee`)
  const isPlaced = order.channel !== '999'
  return {
    msgId: order.message_id,
    endToEndId: order.end_to_end_id,
    montant: order.amount,
    canalCommunication: order.channel,
    dateHeureAcceptation: order.at.toISOString(),
    codeMembreParticipantPaye: member,
    nomClientPayeur: payer.name,
    paysClientPayeur: 'SN',
    typeClientPayeur: customerKindOf(payer),
    typeCompteClientPayeur: accountKindOf(payer.account_kind),
    deviseCompteClientPayeur: 'XOF',
    ibanClientPayeur: payer.iban,
    systemeIdentificationClientPayeur: payer.system,
    numeroIdentificationClientPayeur: payer.number,
    numeroRCCMClientPayeur: present(payer.trade_register),
    villeClientPayeur: payer.city,
    nomClientPaye: name,
    paysClientPaye: country,
    typeClientPaye: payee_kind,
    typeCompteClientPaye: account_kind,
    deviseCompteClientPaye: 'XOF',
    ibanClientPaye: present(payee.iban),
    otherClientPaye: present(payee.other),
    aliasClientPaye: present(payee.alias),
    systemeIdentificationClientPaye: present(payee.identity_system),
    numeroIdentificationClientPaye: present(payee.identity_number),
    numeroRCCMClientPaye: present(payee.trade_register),
    villeClientPaye: present(payee.city),
    motif: order.label,
    ...(isPlaced && {
      latitudeClientPayeur: present(payer.latitude),
      longitudeClientPayeur: present(payer.longitude),
    }),
    // The reference of a code, or the identifier of the request to pay that this payment answers.
    ...(payee.reference !== null && payee.channel !== '000' && { identifiantTransaction: payee.reference }),
    ...(order.batch !== null && { referenceBulk: order.batch.replaceAll('-', '') }),
  }
}

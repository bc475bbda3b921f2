// The platform of instant payments as a test needs it: it takes the messages of the bank, and sends callbacks when the test tells it to.
import { memberCodeOf, newEndToEndId, newPlatformMessageId } from '../src/formats/instant/aip-ids.ts'
import { type AipCall, type AipCallPath, aipCallText } from '../src/formats/instant/aip-calls.ts'
import type { AipCallback, AipCallbackPath, ReceivedCallback } from '../src/formats/instant/aip-callbacks.ts'
import { lookUpPayee, type PayeeLookup } from 'contract/transfers/instant-payments.ts'
import { askForOutcomes } from '../src/domains/instant-payments/payments/ask-for-outcomes.ts'
import { receiveCallback } from '../src/domains/instant-payments/receive-callback.ts'
import { type AipSender, sendMessages } from '../src/domains/instant-payments/send-messages.ts'
import { runDueTransfers } from '../src/domains/transfer-execution/run-transfers.ts'
import { transferListener } from '../src/domains/transfer-execution/transfer-clearing.ts'
import { BANK, type TestBank, type Visitor } from './test-bank.ts'

export const MEMBER = memberCodeOf(BANK)
/** A wallet in Abidjan. */
export const WALLET = 'CIE001'
/** The number of one of its customers. */
export const WALLET_PHONE = '+2250700000101'
/** A bank of the town. */
const OTHER_BANK = 'SNB100'

type Sent = { [Path in AipCallPath]: { path: Path; body: AipCall<Path> } }[AipCallPath]

export type TestPlatform = {
  sent: Sent[]
  /** What the AIP does with the next messages: it takes them unless told otherwise. */
  behave: (send: AipSender['send'] | null) => void
  /** Sends what the bank has queued; answers what was sent now. */
  take: () => Promise<Sent[]>
  /** The last message of a path, sent or just taken. */
  last: <Path extends AipCallPath>(path: Path) => AipCall<Path>
  call: <Path extends AipCallbackPath>(path: Path, body: AipCallback<Path>) => Promise<'received' | 'repeated'>
  /** Answers the next look-up while a call waits for it. */
  answering: <Result>(waiting: Promise<Result>, answer: (sent: Sent) => Promise<unknown>) => Promise<Result>
  /** Asks for the outcomes that are due. */
  ask: () => Promise<number>
  /** A telephone number that a customer looked up, and that belongs to the wallet. */
  lookedUp: (visitor: Visitor, phone?: string) => Promise<PayeeLookup>
  /** Executes the orders that are due. */
  execute: () => Promise<void>
  warnings: string[]
}

/** The platform of a bank of tests, with two other participants. */
export async function openTestPlatform(bank: TestBank): Promise<TestPlatform> {
  const sent: Sent[] = []
  const warnings: string[] = []
  let behaviour: AipSender['send'] | null = null
  const clock = { now: () => bank.clock.at }
  const ports = {
    db: bank.db,
    clock,
    notify: transferListener({ portalUrl: 'https://banque.example/connect/' }),
    warn: (_facts: object, sentence: string) => void warnings.push(sentence),
    aip: {
      send: async (path: AipCallPath, body: unknown) => {
        // As the client does: a body that does not fit its path is an error of ours.
        aipCallText(path, body)
        const answer = behaviour ? await behaviour(path, body) : { outcome: 'accepted' as const }
        if (answer.outcome === 'accepted') sent.push({ path, body } as Sent)
        return answer
      },
    },
  }
  const take = async () => {
    const before = sent.length
    while ((await sendMessages(ports)) > 0);
    return sent.slice(before)
  }
  const platform: TestPlatform = {
    sent,
    warnings,
    behave: (send) => void (behaviour = send),
    take,
    last: (path) => {
      const found = sent.findLast((message) => message.path === path)
      if (!found) throw new Error(`the bank has sent nothing to ${path}`)
      return found.body as never
    },
    call: (path, body) => receiveCallback(ports, { path, body } as ReceivedCallback),
    answering: async (waiting, answer) => {
      const state = { isDone: false }
      const settled = waiting.finally(() => (state.isDone = true))
      // The call waits in the database: its message is there as soon as it can be answered.
      const serve = async (): Promise<void> => {
        for (const message of await take()) await answer(message)
        await new Promise((resolve) => setImmediate(resolve))
        return state.isDone ? undefined : serve()
      }
      await Promise.allSettled([settled, serve()])
      return settled
    },
    ask: () => askForOutcomes({ db: bank.db, clock }),
    lookedUp: async (visitor, phone = WALLET_PHONE) => {
      const { body } = await platform.answering(
        visitor.call(lookUpPayee, { body: { kind: 'phone', value: phone } }),
        ({ path, body: message }) =>
          path === '/alias/recherche'
            ? platform.call('/alias/recherche/reponses', aWalletPayee(message.endToEndId, phone))
            : Promise.resolve(),
      )
      return body
    },
    execute: async () => void (await runDueTransfers({ db: bank.db, clock })),
  }
  await bank.owner.query('UPDATE instant_guarantee SET amount = 1000000000')
  await platform.call('/participants/liste/reponses', {
    msgId: newPlatformMessageId(),
    listeParticipant: [
      { codeMembreParticipant: MEMBER, nomOfficiel: 'Banque Téranga', codeBanque: 'SN999', statut: 'ENBL' },
      { codeMembreParticipant: OTHER_BANK, nomOfficiel: 'Banque du Fleuve', codeBanque: 'SN100', statut: 'ENBL' },
      { codeMembreParticipant: WALLET, nomOfficiel: 'Lagune Mobile Money', codeBanque: 'CI001', statut: 'ENBL' },
    ],
  })
  return platform
}

export const aWalletPayee = (endToEndId: string, phone: string): AipCallback<'/alias/recherche/reponses'> => ({
  endToEndId,
  statut: 'SUCCES',
  valeurAlias: phone,
  typeAlias: 'MBNO',
  nom: 'Adjoua Kouassi',
  categorie: 'P',
  paysResidence: 'CI',
  participant: WALLET,
  other: phone,
  typeCompte: 'TRAN',
  identificationNationale: 'CI0012345678',
})

/** The other bank confirms an account that it was asked about, as one of a person. */
export const aVerifiedAccount = ({
  msgId,
  endToEndId,
  ibanClient,
}: AipCall<'/verifications-identites'>): AipCallback<'/verifications-identites/reponses'> => ({
  msgId: newPlatformMessageId(),
  msgIdDemande: msgId,
  endToEndId,
  resultatVerification: true,
  ibanClient,
  typeCompte: 'CACC',
  typeClient: 'P',
  nomClient: 'Modou Fall',
  paysResidence: 'SN',
  systemeIdentification: 'NIDN',
  numeroIdentification: '1000200030004',
})

/** A payment of the wallet's customer to an account of the bank. */
export const anIncomingPayment = (
  to: { iban: string },
  montant: number,
  more: Partial<AipCallback<'/transferts'>> = {},
): AipCallback<'/transferts'> => ({
  msgId: newPlatformMessageId(),
  endToEndId: newEndToEndId(WALLET, new Date('2026-03-10T09:30:00Z')),
  codeMembreParticipantPayeur: WALLET,
  codeMembreParticipantPaye: MEMBER,
  montant,
  canalCommunication: '999',
  dateHeureAcceptation: '2026-03-10T09:30:00.000Z',
  nomClientPayeur: 'Adjoua Kouassi',
  paysClientPayeur: 'CI',
  typeClientPayeur: 'P',
  typeCompteClientPayeur: 'TRAN',
  deviseCompteClientPayeur: 'XOF',
  otherClientPayeur: '+2250700000101',
  aliasClientPayeur: '+2250700000101',
  systemeIdentificationClientPayeur: 'NIDN',
  numeroIdentificationClientPayeur: 'CI0012345678',
  nomClientPaye: 'Client',
  paysClientPaye: 'SN',
  typeClientPaye: 'P',
  typeCompteClientPaye: 'CACC',
  deviseCompteClientPaye: 'XOF',
  ibanClientPaye: to.iban,
  motif: 'Attiéké',
  ...more,
})

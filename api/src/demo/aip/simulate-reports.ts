// Simulates the platform's reports (balance, payments of a period, invoice), its list of participants and its connectivity test.
import type { AipCall } from '../../formats/instant/aip-calls.ts'
import type { AipCallback } from '../../formats/instant/aip-callbacks.ts'
import { newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import { answer, listParticipants, nowMs, type Reaction, refuse, type SimulatorContext } from './simulator-context.ts'

const DAY_MS = 86_400_000
const PAGE_SIZE = 200
/** What the platform charges for a payment, in francs. */
const UNIT_PRICE = 5

type Line = { reference: string; montant: number; operation: 'CRDT' | 'DBIT' }

/** The payments and returns of a period that changed the bank's position; one within the bank counts on both sides. */
function linesOf({ store, bank }: SimulatorContext, fromMs: number, untilMs: number): Line[] {
  const isInside = (at: number) => at >= fromMs && at < untilMs
  // A proof of availability moves no money.
  const transfers = [...store.rows('transfers').values()].filter(({ order }) => order?.typeTransaction !== 'DISP')
  const sides = ({ payerMember, payeeMember }: { payerMember: string; payeeMember: string }) => [
    ...(payerMember === bank ? (['DBIT'] as const) : []),
    ...(payeeMember === bank ? (['CRDT'] as const) : []),
  ]
  const paid = transfers
    .filter(({ state, decidedAt }) => state === 'ACCC' && isInside(decidedAt))
    .flatMap((one) =>
      sides(one).map((operation): Line => ({ reference: one.endToEndId, montant: one.amount, operation })),
    )
  const returned = [...store.rows('returns').values()]
    .filter(({ state, at }) => state === 'returned' && isInside(at))
    .flatMap(({ endToEndId, amount }) => {
      const transfer = store.get('transfers', endToEndId)
      // Money that comes back moves the other way.
      const back = transfer ? sides({ payerMember: transfer.payeeMember, payeeMember: transfer.payerMember }) : []
      return back.map((operation): Line => ({ reference: endToEndId, montant: amount, operation }))
    })
  return [...paid, ...returned]
}

const netOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { montant, operation }) => sum + (operation === 'CRDT' ? montant : -montant), 0)

const timestampOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/\D/g, '')

type Period = { fromMs: number; untilMs: number }

/** A clearing period is a day; one that has not ended yet ends now. */
function periodFrom(context: SimulatorContext, fromMs: number): Period {
  return { fromMs, untilMs: Math.min(fromMs + DAY_MS, nowMs(context)) }
}

const bounds = ({ fromMs, untilMs }: Period) => ({
  dateDebutCompense: new Date(fromMs).toISOString(),
  dateFinCompense: new Date(untilMs).toISOString(),
})

function balance(context: SimulatorContext, period: Period): AipCallback<'/reglements/soldes'> {
  const net = netOf(linesOf(context, period.fromMs, period.untilMs))
  return {
    msgId: newPlatformMessageId(),
    soldes: [
      {
        id: `COMP${context.bank}${timestampOf(period.fromMs)}`,
        ...bounds(period),
        participant: context.bank,
        balanceType: 'CLBD',
        montant: Math.abs(net),
        operationType: net < 0 ? 'DBIT' : 'CRDT',
        dateBalance: new Date(period.untilMs).toISOString(),
      },
    ],
  }
}

/** The invoice of a calendar month: every payment of the bank's customers that was done. */
function invoice(context: SimulatorContext, fromMs: number): AipCallback<'/rapports/factures/reponses'> {
  const first = new Date(fromMs)
  const from = Date.UTC(first.getUTCFullYear(), first.getUTCMonth())
  const until = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1)
  const paid = [...context.store.rows('transfers').values()].filter(
    ({ payerMember, state, decidedAt, order }) =>
      order?.typeTransaction !== 'DISP' &&
      payerMember === context.bank &&
      state === 'ACCC' &&
      decidedAt >= from &&
      decidedAt < until,
  ).length
  const month = timestampOf(from).slice(0, 6)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    msgId: newPlatformMessageId(),
    listeGroupeFacture: [
      {
        groupeId: `PIGRFACT${context.bank}${month}DEMO0001`,
        senderId: 'PIUMOA',
        receiverId: context.bank,
        listeFacture: [
          {
            statementId: `PIFACTUR${context.bank}${month}DEMO0001`,
            dateDebutFacture: day(from),
            dateFinFacture: day(until),
            dateCreation: context.clock.now().toISOString(),
            statut: 'ORGN',
            deviseCompte: 'XOF',
            donnees: [
              {
                bankServiceId: 'TRANSFERT',
                bankServiceDescription: 'Transfert interopérable',
                nombreArticles: paid,
                devise: 'XOF',
                prixUnitaire: UNIT_PRICE,
                montantFrais: paid * UNIT_PRICE,
              },
            ],
          },
        ],
      },
    ],
  }
}

/** COMP and FACT are sent; the payments of a period (TRANS) are announced, and then fetched by their identifier. */
export function receiveReportRequest(
  context: SimulatorContext,
  { typeRapport, dateDebutPeriode, heureDebutPeriode }: AipCall<'/rapports/demandes'>,
): Reaction {
  const fromMs = Date.parse(`${dateDebutPeriode}T${heureDebutPeriode}`)
  if (!Number.isFinite(fromMs) || fromMs > nowMs(context)) return refuse(400, 'Période inconnue')
  if (typeRapport === 'FACT')
    return { changes: [answer(context, '/rapports/factures/reponses', invoice(context, fromMs))] }
  if (typeRapport === 'COMP')
    return { changes: [answer(context, '/reglements/soldes', balance(context, periodFrom(context, fromMs)))] }
  return {
    changes: [
      answer(context, '/notifications/info-warn', {
        msgId: newPlatformMessageId(),
        evenement: 'INFO',
        evenementDescription: `RECO${context.bank}${timestampOf(fromMs)} DISPONIBLE`,
        evenementDate: context.clock.now().toISOString(),
      }),
    ],
  }
}

const REPORT_ID = /^RECO([A-Z]{3}\d{3})(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/

/** Sends the pages of a report of payments. */
export function sendReport(context: SimulatorContext, { id }: AipCall<'/rapports/telechargements'>): Reaction {
  const [, member, ...parts] = REPORT_ID.exec(id) ?? []
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = parts
  const fromMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
  if (member !== context.bank || !Number.isFinite(fromMs)) return refuse(404, `Aucun rapport ${id}`)
  const period = periodFrom(context, fromMs)
  const lines = linesOf(context, period.fromMs, period.untilMs)
  const pages = Math.max(1, Math.ceil(lines.length / PAGE_SIZE))
  return {
    changes: Array.from({ length: pages }, (_, index) => {
      const transactions = lines.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)
      const net = netOf(transactions)
      return answer(context, '/rapports/telechargements/reponses', {
        msgId: newPlatformMessageId(),
        identifiantReleve: id,
        pageCourante: index + 1,
        dernierePage: index + 1 === pages,
        ...bounds(period),
        codeMembreParticipant: context.bank,
        nbreTotalTransaction: transactions.length,
        montantTotalCompensation: Math.abs(net),
        indicateurSolde: net < 0 ? 'DBIT' : 'CRDT',
        transactions,
      })
    }),
  }
}

export function sendParticipants(context: SimulatorContext): Reaction {
  return {
    changes: [
      answer(context, '/participants/liste/reponses', {
        msgId: newPlatformMessageId(),
        listeParticipant: listParticipants(context).map(({ member, name, state }) => ({
          codeMembreParticipant: member,
          nomOfficiel: name,
          codeBanque: `${member.slice(0, 2)}${member.slice(3)}`,
          statut: state,
        })),
      }),
    ],
  }
}

export function answerPing(
  context: SimulatorContext,
  { msgId, evenement, evenementDescription }: AipCall<'/notifications/test-connectivite'>,
): Reaction {
  return {
    changes: [
      answer(context, '/notifications/accuse-reception', {
        msgId: newPlatformMessageId(),
        msgIdDemande: msgId,
        evenement,
        evenementDescription,
        evenementDate: context.clock.now().toISOString(),
      }),
    ],
  }
}

// Simulates the directory of aliases (PI-RAC) and the answers about accounts: look-ups, aliases of the bank's customers, claims.
import { randomUUID } from 'node:crypto'
import type { AipCall } from '../../formats/instant/aip-calls.ts'
import type { AipCallback } from '../../formats/instant/aip-callbacks.ts'
import { newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import { demoAliases, type Holder } from './demo-directory.ts'
import {
  answer,
  conflict,
  findAccount,
  findAlias,
  findParticipant,
  taskRow,
  nowMs,
  type Reaction,
  refuse,
  type SimulatorContext,
} from './simulator-context.ts'
import type { Change, SimulatedClaim } from './simulator-store.ts'
import { payBank } from './simulate-transfers.ts'

const identityFields = ({ identity, rccm }: Holder) => ({
  identificationNationale: identity?.system === 'NIDN' ? identity.number : undefined,
  numeroPasseport: identity?.system === 'CCPT' ? identity.number : undefined,
  identificationFiscale: identity?.system === 'TXID' ? identity.number : undefined,
  identificationRccm: rccm ?? undefined,
})

export function lookUpAlias(
  context: SimulatorContext,
  { endToEndId, alias: value }: AipCall<'/alias/recherche'>,
): Reaction {
  const alias = findAlias(context, value)
  if (!alias)
    return {
      changes: [
        answer(context, '/alias/recherche/reponses', { endToEndId, statut: 'ECHEC', raisonRejet: 'ALIAS_INEXISTANT' }),
      ],
    }
  const { holder, kind } = alias
  const isCompany = holder.kind === 'B' || holder.kind === 'G'
  return {
    changes: [
      answer(context, '/alias/recherche/reponses', {
        endToEndId,
        statut: 'SUCCES',
        valeurAlias: value,
        typeAlias: kind,
        nom: holder.name,
        ...(isCompany && { denominationSociale: holder.name, raisonSociale: holder.name }),
        categorie: holder.kind,
        paysResidence: holder.country,
        ville: holder.city,
        participant: holder.member,
        iban: holder.account.iban,
        other: holder.account.other,
        typeCompte: holder.account.kind,
        ...identityFields(holder),
      }),
    ],
  }
}

function holderIn(call: AipCall<'/alias/creation'>): Holder {
  const number = call.identificationNationaleClient ?? call.numeroPasseport ?? call.identificationFiscale
  const system = call.identificationNationaleClient ? 'NIDN' : call.numeroPasseport ? 'CCPT' : 'TXID'
  return {
    member: call.participant,
    name: call.denominationSociale ?? call.nomClient,
    kind: call.categorieClient,
    country: call.paysResidenceClient,
    city: call.villeClient ?? 'Dakar',
    phone: call.telephoneClient,
    account: {
      kind: call.typeCompte,
      ...(call.iban !== undefined && { iban: call.iban }),
      ...(call.other !== undefined && { other: call.other }),
    },
    identity: number ? { system, number } : null,
    rccm: call.identificationRccm ?? null,
  }
}

const aliasRow = (
  context: SimulatorContext,
  value: string,
  kind: 'SHID' | 'MBNO' | 'MCOD',
  holder: Holder | null,
): Change => ({
  table: 'aliases',
  key: value,
  row: { value, kind, holder, createdAt: context.clock.now().toISOString() },
})

/** A customer of the bank gets an alias. A phone number comes with a payment address. */
export function createAlias(context: SimulatorContext, call: AipCall<'/alias/creation'>): Reaction {
  const { idCreationAlias, typeAlias: kind, valeurAlias } = call
  const failed = (raisonRejet: string): Reaction => ({
    changes: [
      answer(context, '/alias/creation/reponses', { idCreationAlias, statut: 'ECHEC', type: kind, raisonRejet }),
    ],
  })
  if (call.participant !== context.bank) return failed('PARTICIPANT_INCONNU')
  const value = valeurAlias ?? randomUUID()
  if (findAlias(context, value)) return failed('ALIAS_EXISTANT')
  const holder = holderIn(call)
  const address = kind === 'MBNO' ? randomUUID() : null
  return {
    changes: [
      aliasRow(context, value, kind, holder),
      ...(address ? [aliasRow(context, address, 'SHID', holder)] : []),
      answer(context, '/alias/creation/reponses', {
        idCreationAlias,
        statut: 'SUCCES',
        alias: value,
        ...(address && { shid: address }),
        type: kind,
        dateCreation: context.clock.now().toISOString(),
      }),
    ],
  }
}

export function changeAlias(context: SimulatorContext, call: AipCall<'/alias/modification'>): Reaction {
  const alias = findAlias(context, call.alias)
  if (alias?.holder.member !== context.bank)
    return {
      changes: [
        answer(context, '/alias/modification/reponses', {
          alias: call.alias,
          statut: 'ECHEC',
          raisonRejet: 'ALIAS_INEXISTANT',
        }),
      ],
    }
  const holder: Holder = {
    ...alias.holder,
    name: call.denominationSociale ?? alias.holder.name,
    city: call.villeClient ?? alias.holder.city,
    phone: call.telephoneClient ?? alias.holder.phone,
    country: call.paysResidenceClient ?? alias.holder.country,
  }
  return {
    changes: [
      aliasRow(context, alias.value, alias.kind, holder),
      answer(context, '/alias/modification/reponses', {
        alias: alias.value,
        statut: 'SUCCES',
        dateModification: context.clock.now().toISOString(),
      }),
    ],
  }
}

export function removeAlias(context: SimulatorContext, { alias: value }: AipCall<'/alias/suppression'>): Reaction {
  const alias = findAlias(context, value)
  if (alias?.holder.member !== context.bank)
    return {
      changes: [
        answer(context, '/alias/suppression/reponses', {
          alias: value,
          statut: 'ECHEC',
          raisonRejet: 'ALIAS_INEXISTANT',
        }),
      ],
    }
  return {
    changes: [
      aliasRow(context, value, alias.kind, null),
      answer(context, '/alias/suppression/reponses', { alias: value, statut: 'SUCCES' }),
    ],
  }
}

const claimRow = (row: SimulatedClaim): Change => ({ table: 'claims', key: row.id, row })

const claimFields = (context: SimulatorContext, { id, alias, holder, claimant, createdAt }: SimulatedClaim) => ({
  identifiantRevendication: id,
  alias,
  detenteur: holder,
  revendicateur: claimant,
  dateCreation: createdAt,
  dateModification: context.clock.now().toISOString(),
})

const openClaimOf = ({ store }: SimulatorContext, alias: string) =>
  [...store.rows('claims').values()].find((claim) => claim.alias === alias && claim.state === 'INITIEE')

function newClaim(context: SimulatorContext, alias: string, holder: string, claimant: string): SimulatedClaim {
  const createdAt = context.clock.now().toISOString()
  return { id: `${alias}_${nowMs(context)}`, alias, holder, claimant, state: 'INITIEE', createdAt }
}

/** A customer of the bank claims a phone number that is tied to an account elsewhere. */
export function claimAlias(context: SimulatorContext, { alias: value }: AipCall<'/revendications/creation'>): Reaction {
  const failed = (raisonRejet: string): Reaction => ({
    changes: [answer(context, '/revendications/reponses', { alias: value, statut: 'ECHEC', raisonRejet })],
  })
  const alias = findAlias(context, value)
  if (!alias) return failed('ALIAS_INEXISTANT')
  if (alias.holder.member === context.bank) return failed('ALIAS_DU_PARTICIPANT')
  const open = openClaimOf(context, value)
  if (open && open.claimant !== context.bank) return failed('REVENDICATION_EN_COURS')
  // The message has no identifier: one that comes again gets the same answer.
  if (open)
    return {
      changes: [answer(context, '/revendications/reponses', { ...claimFields(context, open), statut: 'INITIEE' })],
    }
  const claim = newClaim(context, value, alias.holder.member, context.bank)
  const { refusesClaims } = alias.behaviour
  return {
    changes: [
      claimRow(claim),
      answer(context, '/revendications/reponses', {
        ...claimFields(context, claim),
        statut: 'INITIEE',
      }),
      ...(refusesClaims === 'never'
        ? []
        : [
            taskRow({
              at: nowMs(context) + context.decisionDelayMs,
              kind: 'decide-claim',
              id: claim.id,
              accepts: refusesClaims !== 'rejects',
            }),
          ]),
    ],
  }
}

/** Another institution, that of `by`, claims a phone number of the bank's customer. */
export function claimFromBank(context: SimulatorContext, value: string, by: string): Reaction {
  const alias = findAlias(context, value)
  if (alias?.holder.member !== context.bank || alias.kind !== 'MBNO')
    return refuse(404, `${value} is no phone alias of the bank`)
  if (openClaimOf(context, value)) return refuse(409, `${value} is claimed already`)
  const claim = newClaim(context, value, context.bank, by)
  return {
    changes: [
      claimRow(claim),
      answer(context, '/revendications/reponses', { ...claimFields(context, claim), statut: 'INITIEE' }),
    ],
  }
}

/** The alias leaves its holder. At another institution the claimant has it then; the bank creates it with its next message. */
function moveAlias(context: SimulatorContext, { alias: value, claimant }: SimulatedClaim): Change[] {
  const alias = findAlias(context, value)
  if (!alias) return []
  const holder: Holder | null =
    claimant === context.bank ? null : { ...alias.holder, member: claimant, account: { kind: 'TRAN', other: value } }
  return [aliasRow(context, value, 'MBNO', holder)]
}

function decisionOn(context: SimulatorContext, claim: SimulatedClaim): Change {
  const fields = { ...claimFields(context, claim), dateAction: context.clock.now().toISOString() }
  return claim.state === 'ACCEPTEE'
    ? answer(context, '/revendications/acceptation/reponses', { ...fields, auteurAction: 'CLIENT', statut: 'ACCEPTEE' })
    : answer(context, '/revendications/rejet/reponses', { ...fields, statut: 'REJETEE' })
}

/** The holder of a claimed number decides: of another institution after a while, of the bank by its message. */
export function decideClaim(context: SimulatorContext, id: string, accepts: boolean): Change[] {
  const claim = context.store.get('claims', id)
  if (!claim || claim.state !== 'INITIEE') return []
  const decided: SimulatedClaim = { ...claim, state: accepts ? 'ACCEPTEE' : 'REJETEE' }
  return [claimRow(decided), ...(accepts ? moveAlias(context, decided) : []), decisionOn(context, decided)]
}

/** The bank's decision about a number of its customer; the same one again gets the same answer. */
function receiveDecision(context: SimulatorContext, id: string, accepts: boolean): Change[] {
  const claim = context.store.get('claims', id)
  if (claim?.holder !== context.bank) return []
  if (claim.state === 'INITIEE') return decideClaim(context, id, accepts)
  return claim.state === (accepts ? 'ACCEPTEE' : 'REJETEE') ? [decisionOn(context, claim)] : []
}

const unknownClaim = (identifiantRevendication: string) =>
  ({ identifiantRevendication, statut: 'ECHEC', raisonRejet: 'REVENDICATION_INEXISTANTE' }) as const

export function acceptClaim(
  context: SimulatorContext,
  { identifiantRevendication: id }: AipCall<'/revendications/acceptation'>,
): Reaction {
  const changes = receiveDecision(context, id, true)
  if (changes.length > 0) return { changes }
  return { changes: [answer(context, '/revendications/acceptation/reponses', unknownClaim(id))] }
}

export function rejectClaim(
  context: SimulatorContext,
  { identifiantRevendication: id }: AipCall<'/revendications/rejet'>,
): Reaction {
  const changes = receiveDecision(context, id, false)
  if (changes.length > 0) return { changes }
  return { changes: [answer(context, '/revendications/rejet/reponses', unknownClaim(id))] }
}

export function fetchClaim(
  context: SimulatorContext,
  { identifiantRevendication: id }: AipCall<'/revendications/recuperation'>,
): Reaction {
  const claim = context.store.get('claims', id)
  return {
    changes: [
      answer(
        context,
        '/revendications/recuperation/reponses',
        claim ? { ...claimFields(context, claim), statut: claim.state } : unknownClaim(id),
      ),
    ],
  }
}

const holderFields = (holder: Holder) =>
  ({
    ibanClient: holder.account.iban,
    otherClient: holder.account.other,
    typeCompte: holder.account.kind,
    typeClient: holder.kind,
    nomClient: holder.name,
    villeClient: holder.city,
    paysResidence: holder.country,
    devise: 'XOF',
    systemeIdentification: holder.identity?.system,
    numeroIdentification: holder.identity?.number,
    numeroRCCMClient: holder.rccm ?? undefined,
  }) as const

/** The bank asks who holds an account number. Its own numbers come back to it as a question. */
export function verifyAccount(context: SimulatorContext, call: AipCall<'/verifications-identites'>): Reaction {
  const { msgId, endToEndId, codeMembreParticipant: member, ibanClient, otherClient } = call
  if (member === context.bank)
    return {
      changes: [
        answer(context, '/verifications-identites', {
          msgId: newPlatformMessageId(),
          endToEndId,
          codeMembreParticipant: context.bank,
          ibanClient,
          otherClient,
        }),
      ],
    }
  const participant = findParticipant(context, member)
  const found = participant?.state === 'ENBL' ? findAccount(member, ibanClient ?? otherClient) : null
  const reply: AipCallback<'/verifications-identites/reponses'> = {
    msgId: newPlatformMessageId(),
    msgIdDemande: msgId,
    endToEndId,
    resultatVerification: found !== null,
    ...(found ? { codeMembreParticipant: context.bank, ...holderFields(found.holder) } : { codeRaison: 'AC01' }),
  }
  return { changes: [answer(context, '/verifications-identites/reponses', reply)] }
}

/** The bank answers who holds one of its numbers: to itself, or to somebody who then pays it. */
export function receiveVerification(
  context: SimulatorContext,
  reply: AipCall<'/verifications-identites/reponses'>,
): Reaction {
  const pending = context.store.get('pending', reply.endToEndId)
  if (!pending) {
    const { codeMembreParticipant: _member, ...fields } = reply
    return {
      changes: [answer(context, '/verifications-identites/reponses', { ...fields, msgId: newPlatformMessageId() })],
    }
  }
  const done: Change = { table: 'pending', key: reply.endToEndId, row: null }
  if (!reply.resultatVerification || !reply.nomClient) return { changes: [done] }
  const payer = findAlias(context, pending.from)
  if (!payer) return { changes: [done, conflict(context, `nobody has ${pending.from} any more`)] }
  const changes = payBank(context, {
    payer: payer.holder,
    payerAlias: pending.from,
    to: {
      name: reply.nomClient,
      kind: reply.typeClient ?? 'P',
      country: reply.paysResidence ?? 'SN',
      city: reply.villeClient ?? 'Dakar',
      account: { kind: reply.typeCompte ?? 'CACC', iban: pending.iban },
      identity:
        reply.systemeIdentification && reply.numeroIdentification
          ? { system: reply.systemeIdentification, number: reply.numeroIdentification }
          : null,
      rccm: reply.numeroRCCMClient ?? null,
    },
    alias: null,
    amount: pending.amount,
    channel: '999',
    purpose: pending.purpose,
    transactionId: null,
    endToEndId: reply.endToEndId,
  })
  return { changes: [done, ...changes] }
}

/** Somebody outside asks the bank for the name behind a number, to pay it. */
export function requestName(
  context: SimulatorContext,
  pending: { iban: string; amount: number; from: string; purpose: string | null; endToEndId: string },
): Reaction {
  const payer = demoAliases.get(pending.from)
  if (!payer) return refuse(404, `nobody outside the bank has the alias ${pending.from}`)
  return {
    changes: [
      { table: 'pending', key: pending.endToEndId, row: pending },
      answer(context, '/verifications-identites', {
        msgId: newPlatformMessageId(),
        endToEndId: pending.endToEndId,
        codeMembreParticipant: payer.holder.member,
        ibanClient: pending.iban,
      }),
    ],
  }
}

// Plays the directory of aliases (PI-RAC) and the answers about accounts: look-ups, aliases of the bank's customers, claims.
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
  later,
  nowMs,
  type Reaction,
  refuse,
  type World,
} from './simulated-world.ts'
import type { Change, SimulatedClaim } from './simulator-store.ts'
import { payBank } from './play-transfers.ts'

const identityFields = ({ identity, rccm }: Holder) => ({
  identificationNationale: identity?.system === 'NIDN' ? identity.number : undefined,
  numeroPasseport: identity?.system === 'CCPT' ? identity.number : undefined,
  identificationFiscale: identity?.system === 'TXID' ? identity.number : undefined,
  identificationRccm: rccm ?? undefined,
})

export function lookUpAlias(world: World, { endToEndId, alias: value }: AipCall<'/alias/recherche'>): Reaction {
  const alias = findAlias(world, value)
  if (!alias)
    return {
      changes: [
        answer(world, '/alias/recherche/reponses', { endToEndId, statut: 'ECHEC', raisonRejet: 'ALIAS_INEXISTANT' }),
      ],
    }
  const { holder, kind } = alias
  const isCompany = holder.kind === 'B' || holder.kind === 'G'
  return {
    changes: [
      answer(world, '/alias/recherche/reponses', {
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

const aliasRow = (world: World, value: string, kind: 'SHID' | 'MBNO' | 'MCOD', holder: Holder | null): Change => ({
  table: 'aliases',
  key: value,
  row: { value, kind, holder, createdAt: world.clock.now().toISOString() },
})

/** A customer of the bank gets an alias. A phone number comes with a payment address. */
export function createAlias(world: World, call: AipCall<'/alias/creation'>): Reaction {
  const { idCreationAlias, typeAlias: kind, valeurAlias } = call
  const failed = (raisonRejet: string): Reaction => ({
    changes: [answer(world, '/alias/creation/reponses', { idCreationAlias, statut: 'ECHEC', type: kind, raisonRejet })],
  })
  if (call.participant !== world.bank) return failed('PARTICIPANT_INCONNU')
  const value = valeurAlias ?? randomUUID()
  if (findAlias(world, value)) return failed('ALIAS_EXISTANT')
  const holder = holderIn(call)
  const address = kind === 'MBNO' ? randomUUID() : null
  return {
    changes: [
      aliasRow(world, value, kind, holder),
      ...(address ? [aliasRow(world, address, 'SHID', holder)] : []),
      answer(world, '/alias/creation/reponses', {
        idCreationAlias,
        statut: 'SUCCES',
        alias: value,
        ...(address && { shid: address }),
        type: kind,
        dateCreation: world.clock.now().toISOString(),
      }),
    ],
  }
}

export function changeAlias(world: World, call: AipCall<'/alias/modification'>): Reaction {
  const alias = findAlias(world, call.alias)
  if (alias?.holder.member !== world.bank)
    return {
      changes: [
        answer(world, '/alias/modification/reponses', {
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
      aliasRow(world, alias.value, alias.kind, holder),
      answer(world, '/alias/modification/reponses', {
        alias: alias.value,
        statut: 'SUCCES',
        dateModification: world.clock.now().toISOString(),
      }),
    ],
  }
}

export function removeAlias(world: World, { alias: value }: AipCall<'/alias/suppression'>): Reaction {
  const alias = findAlias(world, value)
  if (alias?.holder.member !== world.bank)
    return {
      changes: [
        answer(world, '/alias/suppression/reponses', {
          alias: value,
          statut: 'ECHEC',
          raisonRejet: 'ALIAS_INEXISTANT',
        }),
      ],
    }
  return {
    changes: [
      aliasRow(world, value, alias.kind, null),
      answer(world, '/alias/suppression/reponses', { alias: value, statut: 'SUCCES' }),
    ],
  }
}

const claimRow = (row: SimulatedClaim): Change => ({ table: 'claims', key: row.id, row })

const claimFields = (world: World, { id, alias, holder, claimant, createdAt }: SimulatedClaim) => ({
  identifiantRevendication: id,
  alias,
  detenteur: holder,
  revendicateur: claimant,
  dateCreation: createdAt,
  dateModification: world.clock.now().toISOString(),
})

const openClaimOf = ({ store }: World, alias: string) =>
  [...store.rows('claims').values()].find((claim) => claim.alias === alias && claim.state === 'INITIEE')

function newClaim(world: World, alias: string, holder: string, claimant: string): SimulatedClaim {
  const createdAt = world.clock.now().toISOString()
  return { id: `${alias}_${nowMs(world)}`, alias, holder, claimant, state: 'INITIEE', createdAt }
}

/** A customer of the bank claims a phone number that is tied to an account elsewhere. */
export function claimAlias(world: World, { alias: value }: AipCall<'/revendications/creation'>): Reaction {
  const failed = (raisonRejet: string): Reaction => ({
    changes: [answer(world, '/revendications/reponses', { alias: value, statut: 'ECHEC', raisonRejet })],
  })
  const alias = findAlias(world, value)
  if (!alias) return failed('ALIAS_INEXISTANT')
  if (alias.holder.member === world.bank) return failed('ALIAS_DU_PARTICIPANT')
  const open = openClaimOf(world, value)
  if (open && open.claimant !== world.bank) return failed('REVENDICATION_EN_COURS')
  // The message has no identifier: one that comes again gets the same answer.
  if (open)
    return { changes: [answer(world, '/revendications/reponses', { ...claimFields(world, open), statut: 'INITIEE' })] }
  const claim = newClaim(world, value, alias.holder.member, world.bank)
  const { refusesClaims } = alias.behaviour
  return {
    changes: [
      claimRow(claim),
      answer(world, '/revendications/reponses', {
        ...claimFields(world, claim),
        statut: 'INITIEE',
      }),
      ...(refusesClaims === 'never'
        ? []
        : [
            later({
              at: nowMs(world) + world.thinkingMs,
              kind: 'decide-claim',
              id: claim.id,
              accepts: refusesClaims !== 'rejects',
            }),
          ]),
    ],
  }
}

/** Another institution, that of `by`, claims a phone number of the bank's customer. */
export function claimFromBank(world: World, value: string, by: string): Reaction {
  const alias = findAlias(world, value)
  if (alias?.holder.member !== world.bank || alias.kind !== 'MBNO')
    return refuse(404, `${value} is no phone alias of the bank`)
  if (openClaimOf(world, value)) return refuse(409, `${value} is claimed already`)
  const claim = newClaim(world, value, world.bank, by)
  return {
    changes: [
      claimRow(claim),
      answer(world, '/revendications/reponses', { ...claimFields(world, claim), statut: 'INITIEE' }),
    ],
  }
}

/** The alias leaves its holder. At another institution the claimant has it then; the bank creates it with its next message. */
function moved(world: World, { alias: value, claimant }: SimulatedClaim): Change[] {
  const alias = findAlias(world, value)
  if (!alias) return []
  const holder: Holder | null =
    claimant === world.bank ? null : { ...alias.holder, member: claimant, account: { kind: 'TRAN', other: value } }
  return [aliasRow(world, value, 'MBNO', holder)]
}

function decisionOn(world: World, claim: SimulatedClaim): Change {
  const fields = { ...claimFields(world, claim), dateAction: world.clock.now().toISOString() }
  return claim.state === 'ACCEPTEE'
    ? answer(world, '/revendications/acceptation/reponses', { ...fields, auteurAction: 'CLIENT', statut: 'ACCEPTEE' })
    : answer(world, '/revendications/rejet/reponses', { ...fields, statut: 'REJETEE' })
}

/** The holder of a claimed number decides: of another institution after a while, of the bank by its message. */
export function decideClaim(world: World, id: string, accepts: boolean): Change[] {
  const claim = world.store.get('claims', id)
  if (!claim || claim.state !== 'INITIEE') return []
  const decided: SimulatedClaim = { ...claim, state: accepts ? 'ACCEPTEE' : 'REJETEE' }
  return [claimRow(decided), ...(accepts ? moved(world, decided) : []), decisionOn(world, decided)]
}

/** The bank's decision about a number of its customer; the same one again gets the same answer. */
function takeDecision(world: World, id: string, accepts: boolean): Change[] {
  const claim = world.store.get('claims', id)
  if (claim?.holder !== world.bank) return []
  if (claim.state === 'INITIEE') return decideClaim(world, id, accepts)
  return claim.state === (accepts ? 'ACCEPTEE' : 'REJETEE') ? [decisionOn(world, claim)] : []
}

const unknownClaim = (identifiantRevendication: string) =>
  ({ identifiantRevendication, statut: 'ECHEC', raisonRejet: 'REVENDICATION_INEXISTANTE' }) as const

export function acceptClaim(
  world: World,
  { identifiantRevendication: id }: AipCall<'/revendications/acceptation'>,
): Reaction {
  const changes = takeDecision(world, id, true)
  if (changes.length > 0) return { changes }
  return { changes: [answer(world, '/revendications/acceptation/reponses', unknownClaim(id))] }
}

export function rejectClaim(
  world: World,
  { identifiantRevendication: id }: AipCall<'/revendications/rejet'>,
): Reaction {
  const changes = takeDecision(world, id, false)
  if (changes.length > 0) return { changes }
  return { changes: [answer(world, '/revendications/rejet/reponses', unknownClaim(id))] }
}

export function fetchClaim(
  world: World,
  { identifiantRevendication: id }: AipCall<'/revendications/recuperation'>,
): Reaction {
  const claim = world.store.get('claims', id)
  return {
    changes: [
      answer(
        world,
        '/revendications/recuperation/reponses',
        claim ? { ...claimFields(world, claim), statut: claim.state } : unknownClaim(id),
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
export function verifyAccount(world: World, call: AipCall<'/verifications-identites'>): Reaction {
  const { msgId, endToEndId, codeMembreParticipant: member, ibanClient, otherClient } = call
  if (member === world.bank)
    return {
      changes: [
        answer(world, '/verifications-identites', {
          msgId: newPlatformMessageId(),
          endToEndId,
          codeMembreParticipant: world.bank,
          ibanClient,
          otherClient,
        }),
      ],
    }
  const participant = findParticipant(world, member)
  const found = participant?.state === 'ENBL' ? findAccount(member, ibanClient ?? otherClient) : null
  const reply: AipCallback<'/verifications-identites/reponses'> = {
    msgId: newPlatformMessageId(),
    msgIdDemande: msgId,
    endToEndId,
    resultatVerification: found !== null,
    ...(found ? { codeMembreParticipant: world.bank, ...holderFields(found.holder) } : { codeRaison: 'AC01' }),
  }
  return { changes: [answer(world, '/verifications-identites/reponses', reply)] }
}

/** The bank answers who holds one of its numbers: to itself, or to somebody who then pays it. */
export function takeVerification(world: World, reply: AipCall<'/verifications-identites/reponses'>): Reaction {
  const pending = world.store.get('pending', reply.endToEndId)
  if (!pending) {
    const { codeMembreParticipant: _member, ...fields } = reply
    return {
      changes: [answer(world, '/verifications-identites/reponses', { ...fields, msgId: newPlatformMessageId() })],
    }
  }
  const done: Change = { table: 'pending', key: reply.endToEndId, row: null }
  if (!reply.resultatVerification || !reply.nomClient) return { changes: [done] }
  const payer = findAlias(world, pending.from)
  if (!payer) return { changes: [done, conflict(world, `nobody has ${pending.from} any more`)] }
  const changes = payBank(world, {
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
export function askForName(
  world: World,
  pending: { iban: string; amount: number; from: string; purpose: string | null; endToEndId: string },
): Reaction {
  const payer = demoAliases.get(pending.from)
  if (!payer) return refuse(404, `nobody outside the bank has the alias ${pending.from}`)
  return {
    changes: [
      { table: 'pending', key: pending.endToEndId, row: pending },
      answer(world, '/verifications-identites', {
        msgId: newPlatformMessageId(),
        endToEndId: pending.endToEndId,
        codeMembreParticipant: payer.holder.member,
        ibanClient: pending.iban,
      }),
    ],
  }
}

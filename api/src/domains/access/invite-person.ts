import { ANSWER_WITHIN_DAYS, type Invitation } from 'contract/access/access.ts'
import { inOrder } from 'contract/roles.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { newPasswordLink } from '../session/password-link.ts'
import { grantFacts, personFact } from './access-summary.ts'
import { invitationMail } from './access-mails.ts'
import { type AccountGrant, powersIn } from './access-rules.ts'
import { type Account, getCustomerName, listAccountsWithAnother } from './access-store.ts'
import {
  type AccessPorts,
  type ChangeContext,
  accountsOf,
  administer,
  type RequestContext,
  confirmChange,
  getPerson,
  idsOf,
  recordAccess,
  notifyOfEscalation,
} from './administer.ts'
import { type AccessOutcome, answerBy, requestEscalation, takesEffectLater } from './request-escalation.ts'
import {
  countInvitations,
  findInvitation,
  getInvitee,
  insertInvitation,
  insertUser,
  type Invitee,
  isKnownAddress,
  renewInvitation,
} from './invitation-store.ts'
import { upsertDormant, upsertMemberships } from './membership-store.ts'

const MAX_A_DAY = 50
const RESEND_AFTER_MS = 60_000

async function sendInvitation({ tx, caller, now, portalUrl }: ChangeContext, invitee: Invitee): Promise<void> {
  const url = await newPasswordLink(tx, {
    portalUrl,
    user_id: invitee.id,
    now,
    lifetime_seconds: ANSWER_WITHIN_DAYS * 86_400,
  })
  const customer_name = await getCustomerName(tx, caller.customer_id)
  const content = { url, login: invitee.login, customer_name, by: caller.full_name }
  await queueMail(tx, invitationMail(invitee, await getBankIdentity(tx), content), now)
}

/** Sends the invitation and stores the promised grants until the person sets a password. */
export async function invite(context: ChangeContext, invitee: Invitee, grants: readonly AccountGrant[]): Promise<void> {
  const { tx, caller, now } = context
  const known = await findInvitation(tx, invitee.id)
  // The person has signed in already: the further accounts are granted directly.
  if (known?.accepted_at) await upsertMemberships(tx, invitee.id, grants)
  else {
    await upsertDormant(tx, invitee.id, grants, 'invited')
    const invitation = { user_id: invitee.id, customer_id: caller.customer_id, sent_at: now, expires_at: answerBy(now) }
    if (await insertInvitation(tx, invitation)) await sendInvitation(context, invitee)
  }
  await recordAccess(
    context,
    'access.invite',
    invitee.id,
    grants.map(({ account_id, ...after }) => ({ account_id, before: null, after })),
  )
}

export function invitePerson(ports: AccessPorts, request: RequestContext, input: Invitation): Promise<AccessOutcome> {
  return administer(ports, request, async (context) => {
    const { tx, caller, lang, now } = context
    const accounts = accountsOf(context, input.accounts)
    if (await isKnownAddress(tx, caller, input.email, now)) throw new Refusal('person_known')
    const dayBefore = new Date(now.getTime() - 86_400_000)
    if ((await countInvitations(tx, caller.customer_id, dayBefore)) >= MAX_A_DAY)
      throw new Refusal('too_many_invitations', { max: MAX_A_DAY })
    const grant = inOrder(input)
    const { first_name, last_name, email } = input
    const facts = [personFact(input), { name: 'email' as const, text: email }, ...grantFacts(grant, lang)]
    await confirmChange(context, 'access.invite', { accounts, facts, subject: input.lang })

    const invitee = await insertUser(tx, { id: newId(), first_name, last_name, email, lang: input.lang }, now)
    const hasSecond = await listAccountsWithAnother(tx, idsOf(accounts), [caller.user_id], now)
    const waits = ({ account_id }: Account) => hasSecond.has(account_id)
    const alone = accounts.filter((account) => !waits(account))
    const waiting = accounts.filter(waits)
    const isDelayed = alone.length > 0 && (await takesEffectLater(tx, powersIn(grant)))
    if (alone.length > 0 && !isDelayed) {
      await invite(
        context,
        invitee,
        alone.map(({ account_id }) => ({ account_id, ...grant })),
      )
      await notifyOfEscalation(context, { person: invitee, accounts: alone, grant })
    }
    const escalation = { kind: 'invitation', person: invitee, grant } as const
    return requestEscalation(context, escalation, { waiting, delayed: isDelayed ? alone : [] })
  })
}

/** Sends a new link, valid for seven days; the former link becomes invalid. */
export function resendInvitation(ports: AccessPorts, request: RequestContext, id: string): Promise<void> {
  return administer(ports, request, async (context) => {
    const { tx, now } = context
    await getPerson(context, id)
    const invitation = await findInvitation(tx, id)
    if (!invitation || invitation.accepted_at) throw new Refusal('not_invited_person')
    if (now.getTime() - invitation.sent_at.getTime() < RESEND_AFTER_MS)
      throw new Refusal('asked_too_often', { minutes: 1 })
    await renewInvitation(tx, id, { sent_at: now, expires_at: answerBy(now) })
    await sendInvitation(context, await getInvitee(tx, id))
    await recordAccess(context, 'access.resend', id, [
      { account_id: context.caller.account_id, before: null, after: null },
    ])
  })
}

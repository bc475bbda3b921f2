// Commands that change customers and users: their names, whether a customer may have cheques, the contact details and the password of a user.
import { Language } from 'contract/language.ts'
import { Email, Phone, tidyPhone } from 'contract/values/contact.ts'
import { Id, line } from 'contract/values/text.ts'
import type { Tx } from '../db/db.ts'
import { transaction } from '../db/transaction.ts'
import { getBankIdentity } from '../domains/bank/bank-identity-store.ts'
import { lockUser } from '../domains/factors/one-time-code-store.ts'
import { queueMail } from '../domains/notifications/mail-queue.ts'
import { deleteEmailChange } from '../domains/profile/email-change-store.ts'
import { contactChangedMail } from '../domains/profile/profile-mails.ts'
import { endPasswordTokens } from '../domains/session/password-token-store.ts'
import { endPendingSignInsOf } from '../domains/session/pending-sign-in-store.ts'
import { endSessionsOf } from '../domains/session/session-store.ts'
import { updateContact } from '../domains/session/user-store.ts'
import { Refused } from '../refused.ts'
import { type Command, type OperatorPorts, read, recordAct, type Result, UsageError, type Values } from './command.ts'
import * as store from './customer-store.ts'
import { getUser } from './people-commands.ts'

type User = Awaited<ReturnType<typeof getUser>>

async function lockCustomer(tx: Tx, id: unknown) {
  const customer = await store.lockCustomer(tx, read(Id, id, 'customer'))
  if (!customer) throw new Refused(`there is no customer ${String(id)}`)
  return customer
}

/** A user by login, locked: two operators at once change them one after the other. */
async function lockNamed(tx: Tx, login: string): Promise<User> {
  await lockUser(tx, (await getUser(tx, login)).id)
  return getUser(tx, login)
}

/** The fields of a user as typed; what is not typed stays as it was. */
function readUser(values: Values, { first_name, last_name, email, phone }: User) {
  if (['first-name', 'last-name', 'email', 'phone'].every((name) => values[name] === undefined))
    throw new UsageError('one of --first-name, --last-name, --email, --phone is required')
  return {
    first_name:
      values['first-name'] === undefined ? first_name : read(line(1, 60), values['first-name'], '--first-name'),
    last_name: values['last-name'] === undefined ? last_name : read(line(1, 60), values['last-name'], '--last-name'),
    email: values['email'] === undefined ? email : read(Email, values['email'], '--email'),
    phone: values['phone'] === undefined ? phone : read(Phone, values['phone'], '--phone'),
  }
}

/** Stores the contact details, and notifies the former address: whoever changes them fraudulently cannot read it. */
async function changeContact(
  tx: Tx,
  { clock }: OperatorPorts,
  user: User,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> {
  const now = clock.now()
  const isSamePhone = tidyPhone(phone ?? '') === tidyPhone(user.phone ?? '')
  if (email === user.email && isSamePhone) return
  await updateContact(tx, user.id, { email, phone })
  if (email !== user.email) await deleteEmailChange(tx, user.id)
  // A link that was sent to the old address must not open what now belongs to the new one.
  await endPasswordTokens(tx, user.id, now)
  await endPendingSignInsOf(tx, user.id, now)
  const address = user.email ?? email
  if (address === null) return
  const changed = { email: email === user.email ? null : email, phone: isSamePhone ? undefined : phone }
  const to = { ...user, email: address, lang: read(Language, user.lang, 'lang') }
  await queueMail(tx, contactChangedMail(to, await getBankIdentity(tx), { at: now, address: null, changed }), now)
}

export const customerCommands: readonly Command[] = [
  {
    name: 'customers rename',
    summary: 'Changes the name of a customer, on their accounts and on new documents.',
    operands: ['customer'],
    options: { name: { hint: '<name>' } },
    run: (ports, { operands: [id], values }) =>
      transaction(ports.db, async (tx): Promise<Result> => {
        const after = read(line(1, 120), values['name'], '--name')
        const { id: subject_id, name: before } = await lockCustomer(tx, id)
        await store.setName(tx, subject_id, after)
        await recordAct(tx, ports, { action: 'customer.rename', subject_id, facts: { before, after } })
        return { rows: [{ id: subject_id, before, name: after }], said: `${before} is called ${after}.` }
      }),
  },
  {
    name: 'customers cheques',
    summary: 'Bans a customer from new chequebooks, or lifts the ban.',
    operands: ['customer'],
    options: { banned: { type: 'boolean', hint: '' }, allowed: { type: 'boolean', hint: '' } },
    run: (ports, { operands: [id], values }) =>
      transaction(ports.db, async (tx): Promise<Result> => {
        if ((values['banned'] === true) === (values['allowed'] === true))
          throw new UsageError('either --banned or --allowed is required')
        const after = values['allowed'] === true
        const { id: subject_id, name, may_have_cheques: before } = await lockCustomer(tx, id)
        await store.setMayHaveCheques(tx, subject_id, after)
        await recordAct(tx, ports, { action: 'customer.cheques', subject_id, facts: { before, after } })
        return {
          rows: [{ id: subject_id, name, may_have_cheques: after }],
          said: `${name} ${after ? 'may order' : 'may not order'} chequebooks.`,
        }
      }),
  },
  {
    name: 'users change',
    summary: 'Changes the given fields of a user; the former e-mail address is notified of new contact details.',
    operands: ['login'],
    options: {
      'first-name': { hint: '<name>', isOptional: true },
      'last-name': { hint: '<name>', isOptional: true },
      email: { hint: '<address>', isOptional: true },
      phone: { hint: '<number>', isOptional: true },
    },
    run: (ports, { operands: [login = ''], values }) =>
      transaction(ports.db, async (tx): Promise<Result> => {
        const user = await lockNamed(tx, login)
        const after = readUser(values, user)
        await store.setNames(tx, user.id, after)
        await changeContact(tx, ports, user, after)
        const { first_name, last_name, email, phone } = user
        await recordAct(tx, ports, {
          action: 'user.change',
          subject_id: user.id,
          facts: { before: { first_name, last_name, email, phone }, after },
        })
        return { rows: [{ login, ...after }], said: `User ${login} was changed.` }
      }),
  },
  {
    name: 'users lock',
    summary: 'Ends the sessions of a user and removes the password; only a new link, or a passkey, lets them in.',
    operands: ['login'],
    run: (ports, { operands: [login = ''] }) =>
      transaction(ports.db, async (tx): Promise<Result> => {
        const now = ports.clock.now()
        const user = await lockNamed(tx, login)
        await store.removePassword(tx, user.id)
        await endSessionsOf(tx, user.id, { but: null, now })
        await endPasswordTokens(tx, user.id, now)
        await endPendingSignInsOf(tx, user.id, now)
        await recordAct(tx, ports, { action: 'user.lock', subject_id: user.id, facts: { login } })
        return { rows: [], said: `The sessions of ${login} have ended, and the password is removed.` }
      }),
  },
]

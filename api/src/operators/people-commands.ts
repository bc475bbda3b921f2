// Commands for customers, accounts, users and their rights.
import { randomInt } from 'node:crypto'
import { accountKinds } from 'contract/accounts/accounts.ts'
import { Language } from 'contract/language.ts'
import { inOrder, isWholeGrant, roleNames, roleOf, roles } from 'contract/roles.ts'
import { capabilities, rights } from 'contract/rights.ts'
import { Email, Phone } from 'contract/values/contact.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { Id, line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { getBankIdentity } from '../domains/bank/bank-identity-store.ts'
import type { Db, Sql, Tx } from '../db/db.ts'
import { queueMail } from '../domains/notifications/mail-queue.ts'
import { transaction } from '../db/transaction.ts'
import { stopWaitingOf } from '../domains/access/access-change-store.ts'
import { lockAccessOf } from '../domains/access/access-store.ts'
import { insertUser } from '../domains/access/invitation-store.ts'
import { findGrants, removeMemberships, upsertMemberships } from '../domains/access/membership-store.ts'
import { newPasswordLink } from '../domains/session/password-link.ts'
import { passwordLinkMail } from '../domains/session/session-mails.ts'
import { businessDate } from '../adapters/clock.ts'
import { newId } from '../adapters/ids.ts'
import { type Command, type OperatorPorts, read, recordAct, UsageError, type Values, WholeNumber } from './command.ts'
import { Refused } from '../refused.ts'
import * as store from './people-store.ts'

const LINK_SECONDS = 3_600
const NUMBERS = 10 ** 12

export async function getAccount(db: Sql, name: string): Promise<store.OpenAccount> {
  const bare = name.replaceAll(/\s/gu, '')
  const found = await store.findAccounts(db, { id: Id.safeParse(bare).success ? bare : null, name: bare.toUpperCase() })
  const [account] = found
  if (!account) throw new Refused(`there is no account ${name}`)
  if (found.length > 1) throw new Refused(`several branches have an account ${name}: use its IBAN`)
  return account
}

export async function getUser(db: Sql, login: string) {
  const user = await store.findUser(db, login)
  if (!user) throw new Refused(`there is no user ${login}`)
  return user
}

export async function getCustomer(db: Sql, id: string) {
  const customer = await store.findCustomer(db, read(Id, id, 'customer'))
  if (!customer) throw new Refused(`there is no customer ${id}`)
  return customer
}

const address = { hint: '"<line>, <line>, <town>"', isOptional: true } as const
/** The lines of an address, which are typed with commas between them. */
const addressOf = ({ address: typed }: Values) =>
  read(line(1, 200), typed, '--address')
    .split(/\s*,\s*/u)
    .filter((part) => part !== '')
    .join('\n')

const search = { search: { hint: '<text>', isOptional: true } }
const searchOf = ({ search: text }: Values) => (typeof text === 'string' && text.trim() !== '' ? text.trim() : null)

/** Sends the link with which a new user sets a password; the former link becomes invalid. */
async function sendLink(
  tx: Tx,
  { portalUrl, clock }: OperatorPorts,
  user: { id: string; first_name: string; email: string; lang: Language },
  isFirst: boolean,
) {
  const url = await newPasswordLink(tx, {
    portalUrl,
    user_id: user.id,
    now: clock.now(),
    lifetime_seconds: LINK_SECONDS,
  })
  await queueMail(tx, passwordLinkMail(user, await getBankIdentity(tx), { url, isFirst }), clock.now())
}

type NewAccount = {
  customer_id: string
  branch_code: string
  kind: (typeof accountKinds)[number]
  label: string
  currency: 'XOF' | 'EUR'
  overdraft: number
  number: string | null
}

/** Opens an account in the ledger and for its customer; generates numbers until one is free. */
async function openAccount(ports: OperatorPorts, tx: Tx, input: NewAccount): Promise<string> {
  const { code } = await getBankIdentity(tx)
  const { number: wanted, overdraft, ...account } = input
  const id = newId()
  await store.openLedgerAccount(tx, id, account.currency, overdraft)
  for (let tries = 0; tries < (wanted ? 1 : 50); tries += 1) {
    const number =
      wanted ?? String(randomInt(1, NUMBERS / 10_000)).padStart(8, '0') + String(randomInt(0, 10_000)).padStart(4, '0')
    const iban = ibanFrom('SN', code, account.branch_code, number)
    if (!(await store.insertAccount(tx, { ...account, id, number, iban, opened_on: businessDate(ports.clock) })))
      continue
    const facts = {
      number,
      iban,
      kind: account.kind,
      currency: account.currency,
      overdraft,
      customer: account.customer_id,
    }
    await recordAct(tx, ports, { action: 'account.open', subject_id: id, account_id: id, facts })
    return id
  }
  throw new Refused(
    wanted ? `the branch ${account.branch_code} has an account ${wanted} already` : 'no free account number was found',
  )
}

const listed = (text: unknown) =>
  typeof text === 'string' && text !== '' ? text.split(',').map((one) => one.trim()) : []

/** A predefined role, or single rights and capabilities. */
function grantOf({ role, rights: ownRights, capabilities: able }: Values) {
  if (role !== undefined) {
    if (ownRights !== undefined || able !== undefined)
      throw new UsageError('--role cannot be combined with --rights or --capabilities')
    return inOrder(roles[read(z.enum(roleNames), role, '--role')])
  }
  const grant = {
    rights: read(z.array(z.enum(rights)), listed(ownRights), '--rights'),
    capabilities: read(z.array(z.enum(capabilities)), listed(able), '--capabilities'),
  }
  if (grant.rights.length === 0) throw new UsageError('--role or --rights is missing')
  if (!isWholeGrant(grant)) throw new Refused('a capability lacks its right: add the right of its section')
  return inOrder(grant)
}

/** Changes a user's rights on one account, and ends what waits for them there; the audit log keeps the former rights. */
function grant(ports: OperatorPorts, login: string, accountName: string, next: ReturnType<typeof inOrder> | null) {
  const { db } = ports
  return transaction(db, async (tx) => {
    const [user, account] = [await getUser(tx, login), await getAccount(tx, accountName)]
    await lockAccessOf(tx, await store.getCustomerOf(tx, account.id))
    await stopWaitingOf(tx, { user_id: user.id, account_id: account.id, now: ports.clock.now() })
    const before = (await findGrants(tx, user.id, [account.id])).get(account.id) ?? null
    if (next) await upsertMemberships(tx, user.id, [{ account_id: account.id, ...next }])
    else if ((await removeMemberships(tx, user.id, [account.id])).length === 0)
      throw new Refused(`${login} has no rights on ${account.number}`)
    await recordAct(tx, ports, {
      action: 'account.grant',
      subject_id: user.id,
      account_id: account.id,
      facts: { before, after: next },
    })
    return {
      login,
      account: account.iban,
      role: next ? roleOf(next) : null,
      rights: next?.rights.join(',') ?? '',
      capabilities: next?.capabilities.join(',') ?? '',
    }
  })
}

const accountsOf = async (db: Db, id: string) =>
  (await store.listAccountsOfCustomer(db, id)).map((account) => ({ ...account }))

export const peopleCommands: readonly Command[] = [
  {
    name: 'customers create',
    summary: 'Creates a customer: a person or a company. Answers the id.',
    options: { kind: { hint: 'individual|company' }, name: { hint: '<name>' }, address },
    run: async (ports, { values }) => {
      const kind = read(z.enum(['individual', 'company']), values['kind'], '--kind')
      const customer = {
        id: newId(),
        kind,
        name: read(line(1, 120), values['name'], '--name'),
        address: values['address'] === undefined ? null : addressOf(values),
      }
      await transaction(ports.db, async (tx) => {
        await store.insertCustomer(tx, customer)
        await recordAct(tx, ports, {
          action: 'customer.create',
          subject_id: customer.id,
          facts: { kind, name: customer.name, address: customer.address },
        })
      })
      return { rows: [customer], said: `Customer ${customer.name} was created.` }
    },
  },
  {
    name: 'customers address',
    summary: 'Changes the postal address of a customer: statements and messages abroad contain it.',
    operands: ['customer'],
    options: { address: { hint: address.hint } },
    run: async (ports, { operands: [id = ''], values }) => {
      const customer = await getCustomer(ports.db, id)
      const after = addressOf(values)
      await transaction(ports.db, async (tx) => {
        await store.setAddress(tx, customer.id, after)
        await recordAct(tx, ports, {
          action: 'customer.address',
          subject_id: customer.id,
          facts: { before: customer.address, after },
        })
      })
      return { rows: [{ id: customer.id, name: customer.name, address: after }], said: 'The address was changed.' }
    },
  },
  {
    name: 'customers list',
    summary: 'Lists the customers by name, 200 at most.',
    options: search,
    run: async ({ db }, { values }) => ({ rows: await store.listCustomers(db, searchOf(values)) }),
  },
  {
    name: 'customers show',
    summary: 'Shows a customer and their accounts.',
    operands: ['customer'],
    run: async ({ db }, { operands: [id = ''] }) => {
      const customer = await getCustomer(db, id)
      return {
        rows: await accountsOf(db, customer.id),
        said: `${customer.name}, ${customer.kind}, ${customer.accounts} accounts`,
      }
    },
  },
  {
    name: 'users create',
    summary: 'Creates a user and sends them the link for their first password. Answers the login.',
    options: {
      'first-name': { hint: '<name>' },
      'last-name': { hint: '<name>' },
      email: { hint: '<address>' },
      phone: { hint: '<number>', isOptional: true },
      lang: { hint: 'fr|en', isOptional: true },
    },
    run: async (ports, { values }) => {
      const first_name = read(line(1, 60), values['first-name'], '--first-name')
      const last_name = read(line(1, 60), values['last-name'], '--last-name')
      const email = read(Email, values['email'], '--email')
      const lang = read(Language, values['lang'] ?? 'fr', '--lang')
      const phone = values['phone'] === undefined ? null : read(Phone, values['phone'], '--phone')
      const login = await transaction(ports.db, async (tx) => {
        const user = await insertUser(tx, { id: newId(), first_name, last_name, email, lang }, ports.clock.now())
        if (phone) await store.setPhone(tx, user.id, phone)
        await sendLink(tx, ports, user, true)
        await recordAct(tx, ports, { action: 'user.create', subject_id: user.id, facts: { login: user.login } })
        return user.login
      })
      return {
        rows: [{ login, first_name, last_name, email, phone, lang }],
        said: `User ${login} was created; the link for the first password is queued for ${email}.`,
      }
    },
  },
  {
    name: 'users list',
    summary: 'Lists the users by login, 200 at most.',
    options: search,
    run: async ({ db }, { values }) => ({ rows: await store.listUsers(db, searchOf(values)) }),
  },
  {
    name: 'users show',
    summary: 'Shows a user with their accounts and rights.',
    operands: ['login'],
    run: async ({ db }, { operands: [login = ''] }) => {
      const { id, first_name, last_name, email, has_password } = await getUser(db, login)
      const said = `${login}, ${first_name} ${last_name}, ${email ?? 'no e-mail'}, ${has_password ? 'with a password' : 'no password yet'}`
      return { rows: await store.listGrantsOfUser(db, id), said }
    },
  },
  {
    name: 'users link',
    summary: 'Sends a user a new link for setting a password; the former link becomes invalid.',
    operands: ['login'],
    run: async (ports, { operands: [login = ''] }) => {
      const user = await getUser(ports.db, login)
      const { email } = user
      if (email === null) throw new Refused(`${login} has no e-mail address`)
      const to = { ...user, email, lang: read(Language, user.lang, 'lang') }
      await transaction(ports.db, async (tx) => {
        await sendLink(tx, ports, to, !user.has_password)
        await recordAct(tx, ports, { action: 'user.link', subject_id: user.id, facts: { login } })
      })
      return { rows: [], said: `A link is queued for ${email}; it is valid for an hour.` }
    },
  },
  {
    name: 'accounts open',
    summary: 'Opens an account for a customer. Generates its number where none is given. Answers the IBAN.',
    options: {
      customer: { hint: '<id>' },
      branch: { hint: '<code>' },
      label: { hint: '<words>' },
      kind: { hint: 'checking|savings|current|payroll|currency', isOptional: true },
      currency: { hint: 'XOF|EUR', isOptional: true },
      overdraft: { hint: '<amount in the minor unit>', isOptional: true },
      number: { hint: '<12 digits>', isOptional: true },
    },
    run: async (ports, { values }) => {
      const branch_code = read(z.string(), values['branch'], '--branch')
      const overdraft = values['overdraft'] === undefined ? 0 : read(WholeNumber, values['overdraft'], '--overdraft')
      if (overdraft < 0) throw new UsageError('--overdraft is the allowed overdraft as a positive amount')
      const input = {
        branch_code,
        overdraft,
        kind: read(z.enum(accountKinds), values['kind'] ?? 'checking', '--kind'),
        label: read(line(1, 60), values['label'], '--label'),
        currency: read(z.enum(['XOF', 'EUR']), values['currency'] ?? 'XOF', '--currency'),
        number:
          values['number'] === undefined
            ? null
            : read(z.string().check(z.regex(/^\d{12}$/, 'invalid')), values['number'], '--number'),
      }
      const id = await transaction(ports.db, async (tx) => {
        const customer = await getCustomer(tx, read(z.string(), values['customer'], '--customer'))
        if (!(await store.hasBranch(tx, branch_code))) throw new Refused(`there is no branch ${branch_code}`)
        return openAccount(ports, tx, { ...input, customer_id: customer.id })
      })
      const account = await getAccount(ports.db, id)
      return { rows: [{ ...account }], said: `Account ${account.iban} is open.` }
    },
  },
  {
    name: 'accounts show',
    summary: 'Shows an account by its IBAN, number or id.',
    operands: ['account'],
    run: async ({ db }, { operands: [name = ''] }) => ({ rows: [{ ...(await getAccount(db, name)) }] }),
  },
  {
    name: 'rights give',
    summary: 'Gives a user a role, or single rights and capabilities, on an account; they replace the former ones.',
    operands: ['login', 'account'],
    options: {
      role: { hint: roleNames.join('|'), isOptional: true },
      rights: { hint: '<a,b>', isOptional: true },
      capabilities: { hint: '<a,b>', isOptional: true },
    },
    run: async (ports, { operands: [login = '', account = ''], values }) => ({
      rows: [await grant(ports, login, account, grantOf(values))],
    }),
  },
  {
    name: 'rights take',
    summary: 'Removes all rights of a user on an account.',
    operands: ['login', 'account'],
    run: async (ports, { operands: [login = '', account = ''] }) => ({
      rows: [await grant(ports, login, account, null)],
    }),
  },
  {
    name: 'rights list',
    summary: 'Lists the users of an account with their rights.',
    operands: ['account'],
    run: async ({ db }, { operands: [name = ''] }) => ({
      rows: await store.listGrantsOf(db, (await getAccount(db, name)).id),
    }),
  },
]

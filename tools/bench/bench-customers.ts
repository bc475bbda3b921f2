// Creates the customers of the benchmark: individuals and companies, with accounts, members, payees, limits, signing rules and alerts.
import { type Capability, capabilities, type Right, rights } from 'contract/rights.ts'
import { addMonths } from 'contract/values/calendar.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import type pg from 'pg'
import { BANK_CODE } from '../../database/seeds/bank-identity.ts'
import { postMovements, postOpenings } from '../../database/seeds/bench-bank.ts'
import { type DemoCalendar, plainDate } from '../../database/seeds/history/demo-calendar.ts'
import { seededRandom } from '../../database/seeds/history/seeded-random.ts'
import { insertRows } from '../../database/seeds/insert-rows.ts'

export type BenchUser = { id: string; login: string }
export type Payee = { id: string; name: string; iban: string }
export type BenchAccount = {
  id: string
  number: string
  iban: string
  label: string
  users: readonly BenchUser[]
  payees: readonly Payee[]
  /** The customer's other account, if there is one. */
  own: { id: string; label: string; iban: string } | null
  /** Whether a large order needs the signature of a second person. */
  hasSecondSigner: boolean
}
type BenchCustomer = {
  id: string
  kind: 'individual' | 'company'
  name: string
  users: readonly BenchUser[]
  accounts: readonly { id: string; number: string; iban: string; label: string }[]
}

const BRANCH = '01002'
const FIRST_NUMBER = 500_000_000_001
const FIRST_LOGIN = 81_000_001
const PAYEES = 4
/** Up to this amount an order of a company needs no second signature here; the orders above it are held until it is given. */
export const SIGNED_ABOVE = 1_000_000
const ALERT_THRESHOLD = 5_000
/** What half of the customers have chosen: the sums are calculated for each order, and no order reaches them. */
const OWN_LIMITS = { operation: 15_000_000, day: 1_000_000_000 }
const FIRST_NAMES = ['Awa', 'Moussa', 'Fatou', 'Ibrahima', 'Aïssatou', 'Cheikh', 'Ndèye', 'Ousmane']
const LAST_NAMES = ['Diop', 'Ndiaye', 'Sène', 'Fall', 'Guèye', 'Sarr', 'Bâ', 'Diallo']

const isEvery = (step: number, index: number) => index % step === 0
const nameOf = (index: number) => ({
  first_name: FIRST_NAMES[index % FIRST_NAMES.length] ?? '',
  last_name: LAST_NAMES[Math.floor(index / FIRST_NAMES.length) % LAST_NAMES.length] ?? '',
})

/**
 * Three of five customers are individuals, two are companies. Every fourth has a second account, and every third a second person
 * who may order and sign.
 */
export function planCustomers(count: number, createdAt: Date): BenchCustomer[] {
  const random = seededRandom('bench customers')
  const id = () => random.id(createdAt)
  let accounts = 0
  let users = 0
  const account = (label: string) => {
    const number = String(FIRST_NUMBER + accounts++)
    return { id: id(), number, iban: ibanFrom('SN', BANK_CODE, BRANCH, number), label }
  }
  const user = () => ({ id: id(), login: String(FIRST_LOGIN + users++) })
  return Array.from({ length: count }, (_, index) => {
    const isCompany = index % 5 > 2
    const { first_name, last_name } = nameOf(index)
    return {
      id: id(),
      kind: isCompany ? ('company' as const) : ('individual' as const),
      name: isCompany ? `Établissements ${last_name} ${index}` : `${first_name} ${last_name}`,
      users: [user(), ...(isEvery(3, index) ? [user()] : [])],
      accounts: [account('Compte courant'), ...(isEvery(4, index) ? [account('Compte de réserve')] : [])],
    }
  })
}

/** The accounts with their payees: accounts of other customers, drawn by chance. */
export function planAccounts(customers: readonly BenchCustomer[], createdAt: Date): BenchAccount[] {
  const random = seededRandom('bench payees')
  return customers.flatMap((customer, index) =>
    customer.accounts.map((account) => ({
      ...account,
      users: customer.users,
      own: customer.accounts.find(({ id }) => id !== account.id) ?? null,
      hasSecondSigner: customer.kind === 'company' && customer.users.length > 1,
      payees: Array.from({ length: PAYEES }, () => {
        // One to all but one further: never the customer itself.
        const payee = customers[(index + random.int(1, customers.length - 1)) % customers.length]
        const [paid] = payee?.accounts ?? []
        if (!payee || !paid) throw new Error('a payment needs at least two customers')
        return { id: random.id(createdAt), name: payee.name, iban: paid.iban }
      }),
    })),
  )
}

async function insertCustomers(client: pg.Client, customers: readonly BenchCustomer[], createdAt: Date) {
  await insertRows(
    client,
    'customers',
    customers.map(({ id, kind, name }) => ({ id, kind, name })),
  )
  await insertRows(
    client,
    'users',
    customers
      .flatMap(({ users }) => users)
      .map(({ id, login }, index) => ({
        id,
        login,
        ...nameOf(index),
        email: `${login}@bench.example`,
        // They never sign in: their sessions are written beforehand.
        password_hash: null,
        must_change_password: false,
        lang: 'fr',
        theme: 'system',
        created_at: createdAt,
      })),
  )
}

async function openAccounts(client: pg.Client, customers: readonly BenchCustomer[], createdAt: Date) {
  await client.query("SELECT ledger_open_account(id, 'customer', NULL, 'XOF', 0) FROM unnest($1::uuid[]) id", [
    customers.flatMap(({ accounts }) => accounts.map(({ id }) => id)),
  ])
  await insertRows(
    client,
    'accounts',
    customers.flatMap(({ id: customer_id, kind, accounts }) =>
      accounts.map((account) => ({
        ...account,
        customer_id,
        kind: kind === 'company' ? 'current' : 'checking',
        branch_code: BRANCH,
        currency: 'XOF',
        status: 'active',
        opened_on: plainDate(createdAt),
      })),
    ),
  )
  const may: { rights: readonly Right[]; capabilities: readonly Capability[] } = { rights, capabilities }
  await insertRows(
    client,
    'memberships',
    customers.flatMap(({ users, accounts }) =>
      users.flatMap(({ id: user_id }) =>
        accounts.map(({ id: account_id }, index) => ({ user_id, account_id, ...may, is_default: index === 0 })),
      ),
    ),
  )
}

async function insertPayees(client: pg.Client, accounts: readonly BenchAccount[], createdAt: Date) {
  const columns = { created_at: createdAt, version: 1, approval_status: 'approved', is_confidential: false }
  await insertRows(
    client,
    'beneficiaries',
    accounts.flatMap(({ id: account_id, payees }) =>
      payees.map((payee) => ({ account_id, ...payee, is_company: false, is_saved: true, ...columns })),
    ),
  )
}

/** Limits that half of the customers have chosen, tiers of companies with two signers, and alerts on a tenth of the accounts. */
async function insertRules(client: pg.Client, accounts: readonly BenchAccount[]) {
  await insertRows(
    client,
    'transfer_limits',
    accounts
      .filter((_, index) => isEvery(2, index))
      .flatMap(({ id: account_id }) =>
        Object.entries(OWN_LIMITS).map(([period, amount]) => ({
          account_id,
          user_id: null,
          purpose: 'create',
          period,
          amount,
        })),
      ),
  )
  const signed = accounts.filter(({ hasSecondSigner }) => hasSecondSigner)
  await insertRows(
    client,
    'signing_rules',
    signed.map(({ id: account_id }) => ({ account_id, version: 1 })),
  )
  await insertRows(
    client,
    'signing_tiers',
    signed.flatMap(({ id: account_id }) => [
      { account_id, kind: 'single', up_to: SIGNED_ABOVE, rule: 'none' },
      { account_id, kind: 'single', up_to: null, rule: 'one' },
    ]),
  )
  await insertRows(
    client,
    'alert_rules',
    accounts
      .filter((_, index) => isEvery(10, index))
      .map(({ id: account_id, users }, index) => ({
        account_id,
        user_id: users[0]?.id,
        kind: isEvery(2, index) ? 'debit_above' : 'credit_above',
        threshold: ALERT_THRESHOLD,
        is_on: true,
        by_mail: isEvery(4, index),
        by_push: false,
      })),
  )
}

/** The statements of past months would be written by the worker while it is measured. */
async function markStatementsWritten(client: pg.Client, { today }: DemoCalendar) {
  const months = [-1, -2].map((count) => addMonths(`${plainDate(today).slice(0, 7)}-01`, count))
  await client.query('INSERT INTO statement_months (first_day, done_at) SELECT *, now() FROM unnest($1::date[])', [
    months,
  ])
}

/** Adds the customers to a bank, with `operations` past operations on their accounts. Answers the accounts. */
export async function seedCustomers(
  client: pg.Client,
  calendar: DemoCalendar,
  { customers: count, operations }: { customers: number; operations: number },
): Promise<BenchAccount[]> {
  const createdAt = calendar.firstDay
  const customers = planCustomers(count, createdAt)
  const accounts = planAccounts(customers, createdAt)
  await client.query('BEGIN')
  await insertCustomers(client, customers, createdAt)
  await openAccounts(client, customers, createdAt)
  await insertPayees(client, accounts, createdAt)
  await postOpenings(client, calendar, accounts)
  await postMovements(client, calendar, { accounts, operations })
  // After the history: past operations alert nobody.
  await insertRules(client, accounts)
  await markStatementsWritten(client, calendar)
  await client.query('COMMIT')
  return accounts
}

// Lists the columns of accounts, customers and account managers.
import type { accountKinds, accountStatuses } from 'contract/accounts/accounts.ts'
import { bigint, boolean, date, except, nullable, only, type RowOf, table, text, uuid } from '../../db/columns.ts'

export const customers = table('customers', {
  id: uuid(),
  kind: text<'individual' | 'company'>(),
  name: text(),
  may_have_cheques: boolean(),
  /** The lines of the postal address. */
  address: nullable(text()),
})
/** The columns of a new customer: who may have cheques is the bank's decision. */
export const newCustomers = except(customers, 'may_have_cheques')
export type NewCustomer = RowOf<typeof newCustomers>

export const accounts = table('accounts', {
  id: uuid(),
  customer_id: uuid(),
  label: text(),
  kind: text<(typeof accountKinds)[number]>(),
  number: text(),
  branch_code: text(),
  iban: text(),
  currency: text(),
  status: text<(typeof accountStatuses)[number]>(),
  opened_on: date(),
  advisor_id: nullable(uuid()),
  /** Above this amount (XOF) the administrators require a second factor; null: as the bank does. */
  factor_amount: nullable(bigint()),
})
/** The columns of a new account: the others are filled later. */
export const newAccounts = except(accounts, 'status', 'advisor_id', 'factor_amount')
export type NewAccount = RowOf<typeof newAccounts>

/** The columns that an operator reads: those before the customer's name, and those after it. */
export const namedAccounts = only(accounts, 'id', 'number', 'iban', 'label')
export const accountStates = only(accounts, 'currency', 'status')

/** The account managers of the bank. */
export const advisors = table('advisors', {
  id: uuid(),
  first_name: text(),
  last_name: text(),
  branch_code: text(),
  team: text<'individuals' | 'companies'>(),
  phone: text(),
  email: text(),
})
export const editableAdvisors = except(advisors, 'id')
export type AdvisorRow = RowOf<typeof advisors>

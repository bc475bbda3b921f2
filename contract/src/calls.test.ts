// Names who may call what. The guard applies what a call declares, so a right that is no longer declared is a right that nobody checks.
import { expect, it } from 'vitest'
import { calls } from './calls.ts'
import type { Endpoint } from './endpoint.ts'

const all = Object.entries<Endpoint>(calls)
const ofAccount = all.filter(([, { scope }]) => scope === 'account')
const namesOf = (list: typeof all, is: (call: Endpoint) => boolean) =>
  list.flatMap(([name, call]) => (is(call) ? [name] : [])).sort()
const sorted = (text: string) => text.trim().split(/\s+/).sort()

/** The paths that each right opens. The other calls on an account require a capability, or are open to every member. */
const SECTIONS = {
  dashboard: ['dashboard'],
  operations: ['operations', 'operation-views', 'categories', 'category-rules'],
  transfers: ['transfers', 'beneficiaries', 'beneficiary-lists', 'iban', 'instant-payments'],
  debits: ['debits', 'mandates'],
  statements: ['statements'],
  'payment-methods': ['prepaid-cards', 'prepaid-card-reloads', 'chequebooks', 'payment-methods'],
  dat: ['deposits'],
  credits: ['credits'],
  inbox: ['messages'],
}

it('opens each path by the right of its section', () => {
  const wrong = ofAccount.filter(([, { path, right }]) => {
    const [section] = Object.entries(SECTIONS).find(([, paths]) => paths.includes(path.split('/')[1] ?? '')) ?? []
    return section !== undefined && right !== section
  })
  expect(wrong.map(([name]) => name)).toEqual([])
})

/** What each capability allows, beside what the right of the section already does. */
const ALLOWED = {
  'transfer.create': `quoteTransfer createTransfer changeTransfer cancelTransfer listPayees listLimits
    importTransfers importList findImport editImportLines changeImport chooseInstant chooseImportOptions moveImport removeImport
    downloadImportErrors downloadImportTemplate createBatch retryBatch cancelBatch
    listInstantPayees lookUpPayee createPaymentRequest refusePaymentRequest sendRequestFile downloadRequestTemplate
    requestReturn acceptReturn refuseReturn
    sendPhoneCode createPaymentAlias removePaymentAlias claimPaymentAlias answerAliasClaim`,
  'transfer.validate': `acceptTransfer rejectTransfer acceptBatch rejectBatch rejectReturn acceptTopup rejectTopup
    acceptRecurringTopup rejectRecurringTopup acceptChequebook rejectChequebook acceptBeneficiary rejectBeneficiary`,
  'beneficiary.manage': `createBeneficiary changeBeneficiary removeBeneficiary trustBeneficiary
    createBeneficiaryList changeBeneficiaryList removeBeneficiaryList listUnsavedPayees`,
  topup: 'registerPrepaidCard changePrepaidCard quoteTopup createTopup changeRecurringTopup removeRecurringTopup',
  'chequebook.order': 'orderChequebook stopCheques',
  'mandate.manage': 'registerMandate changeMandate rejectDebit disputeDebit',
  'message.send': 'writeMessage replyToMessage requestOfDeposit',
  'access.admin': `listPeople getPerson listPersonAccounts listPersonHistory listAdministeredAccounts listAccessChanges invitePerson
    resendInvitation changeAccess suspendPerson reinstatePerson removePerson acceptAccessChange refuseAccessChange
    getSigningRules setSigningRules acceptSigningRules refuseSigningRules`,
  'audit.read': 'listAuditEvents listAuditPeople exportAuditLog',
}

it.each(Object.entries(ALLOWED))('%s allows these calls only', (capability, names) => {
  expect(namesOf(ofAccount, (call) => call.capability === capability)).toEqual(sorted(names))
})

it('lets read-only users change their own settings, and nothing that moves money', () => {
  const changes = namesOf(ofAccount, ({ method, capability }) => method !== 'GET' && capability === null)
  expect(changes).toEqual(
    sorted(`changeOperation addOperationDocuments removeOperationDocument nameCounterparty createOperationView renameOperationView
      removeOperationView createCategory removeCategory categoriseOperations undoCategories createCategoryRule previewCategoryRule
      applyCategoryRule removeCategoryRule markMessage archiveDocuments changeAlertPreferences sendBankDetails createTillPayment
      cancelTillPayment`),
  )
})

it('requires a confirmation of payments, of granted access and of changes of security', () => {
  expect(namesOf(all, ({ isConfirmed }) => isConfirmed)).toEqual(
    sorted(`createTransfer changeTransfer cancelTransfer acceptTransfer acceptTransfers createBatch retryBatch acceptBatch cancelBatch
      acceptReturn acceptItems createTopup acceptTopup acceptTopups changeRecurringTopup acceptRecurringTopup registerPrepaidCard
      changePrepaidCard orderChequebook acceptChequebook stopCheques registerMandate changeMandate disputeDebit requestOfDeposit
      createBeneficiary changeBeneficiary removeBeneficiary trustBeneficiary acceptBeneficiary
      createPaymentAlias removePaymentAlias claimPaymentAlias answerAliasClaim
      invitePerson changeAccess suspendPerson reinstatePerson removePerson acceptAccessChange setSigningRules acceptSigningRules
      updateUser preparePasskey removePasskey prepareCodes removeCodes renewRecoveryCodes`),
  )
})

it('refuses calls that move money, or commit to it, on an account that is not active', () => {
  expect(namesOf(all, ({ movesMoney }) => movesMoney)).toEqual(
    sorted(`createTransfer acceptTransfer createBatch retryBatch acceptBatch acceptReturn createTopup acceptTopup acceptRecurringTopup
      orderChequebook acceptChequebook stopCheques sendPhoneCode createPaymentAlias removePaymentAlias claimPaymentAlias
      answerAliasClaim createTillPayment`),
  )
})

// What each call of the contract is asked with where its input is required. A call without its sample fails the matrix of rights.
import { roles } from 'contract/roles.ts'
import { newId } from '../src/outside/ids.ts'

type Sample = { params?: Record<string, string>; body?: unknown }

const byId = (): Sample => ({ params: { id: newId() } })
const token = 'A'.repeat(43)
const grant = { accounts: 'all', rights: [...roles.viewer.rights], capabilities: [] }

const anOrder = () => ({ type: 'direct', beneficiary_id: newId(), amount: 1_000, label: 'Essai', comment: null })

const aPayee = { name: 'Maison Delorme', iban: 'FR14 2004 1010 0505 0001 3M02 606', bic: 'SOGEFRPP' }

const aCondition = { text: 'Essai', sign: null, min: null, max: null }

/** Nothing here exists: what the guard lets through finds no such thing, and changes none. */
export const sampleOf: Record<string, () => Sample> = {
  getPerson: byId,
  listPersonAccounts: byId,
  listPersonHistory: byId,
  suspendPerson: byId,
  reinstatePerson: byId,
  removePerson: byId,
  resendInvitation: byId,
  acceptAccessChange: byId,
  acceptSigningRules: byId,
  refuseSigningRules: byId,
  refuseAccessChange: byId,
  changeAccess: () => ({ ...byId(), body: grant }),
  invitePerson: () => ({ body: { first_name: 'Khady', last_name: 'Badji', email: `${newId()}@societe.example`, lang: 'fr', ...grant } }),
  getOperation: byId,
  changeOperation: () => ({ ...byId(), body: { comment: null } }),
  listOperationDocuments: byId,
  addOperationDocuments: byId,
  downloadOperationDocument: () => ({ params: { id: newId(), document: newId() } }),
  removeOperationDocument: () => ({ params: { id: newId(), document: newId() } }),
  createCategory: () => ({ body: { label: `Essai ${newId().slice(-8)}` } }),
  removeCategory: byId,
  categoriseOperations: () => ({ body: { ids: [newId()], category_ids: [] } }),
  undoCategories: byId,
  createCategoryRule: () => ({ body: { ...aCondition, category_id: newId() } }),
  previewCategoryRule: () => ({ body: aCondition }),
  applyCategoryRule: byId,
  removeCategoryRule: byId,
  getDocumentFile: byId,
  getCredit: byId,
  getCreditBoard: byId,
  getCreditBoardFile: byId,
  getDeposit: byId,
  askOfDeposit: () => ({ ...byId(), body: { kind: 'renew' } }),
  archiveDocuments: () => ({ body: { ids: [newId()] } }),
  getMessage: byId,
  markMessage: () => ({ ...byId(), body: { read: true } }),
  getTransfer: byId,
  createTransfer: () => ({ body: anOrder() }),
  quoteTransfer: () => ({ body: anOrder() }),
  acceptTransfer: () => ({ ...byId(), body: { version: 1 } }),
  acceptTransfers: () => ({ body: { items: [{ account: newId(), id: newId(), version: 1 }] } }),
  rejectTransfer: () => ({ ...byId(), body: { version: 1, reason: 'Montant à revoir' } }),
  cancelTransfer: byId,
  downloadTransferDocument: () => ({ params: { id: newId(), document: newId() } }),
  getTransferProof: byId,
  checkProof: () => ({ params: { code: 'A'.repeat(16) } }),
  setSigningRules: () => ({ body: { version: 1, tiers: [], groups: [], limits: [] } }),
  changeTransfer: () => ({ ...byId(), body: { comment: null } }),
  importTransfers: () => ({ body: {} }),
  importList: () => ({ body: { list_id: newId() } }),
  changeImport: () => ({ ...byId(), body: { lines: [newId()], set: { is_skipped: true } } }),
  removeImport: byId,
  downloadImportErrors: byId,
  createBatch: () => ({ body: { import_id: newId(), items: [newId()] } }),
  getBatch: byId,
  listBatchLines: byId,
  downloadBatchFailures: byId,
  acceptBatch: () => ({ ...byId(), body: { version: 1 } }),
  rejectBatch: () => ({ ...byId(), body: { version: 1, reason: 'Montant à revoir' } }),
  cancelBatch: byId,
  getBeneficiary: byId,
  getBeneficiaryRib: byId,
  createBeneficiary: () => ({ body: aPayee }),
  changeBeneficiary: () => ({ ...byId(), body: { ...aPayee, version: 1 } }),
  removeBeneficiary: byId,
  acceptBeneficiary: () => ({ ...byId(), body: { version: 1 } }),
  rejectBeneficiary: () => ({ ...byId(), body: { version: 1, reason: 'Compte inconnu' } }),
  getBeneficiaryList: byId,
  createBeneficiaryList: () => ({ body: { name: `Liste ${newId()}`, type: null, comment: null } }),
  changeBeneficiaryList: () => ({ ...byId(), body: { comment: null } }),
  removeBeneficiaryList: byId,
  updateAccount: () => ({ ...byId(), body: { is_favourite: true } }),
  sendBankDetails: () => ({ body: { to: ['awa@courrier.example'], lang: 'fr', message: null } }),
  askForPassword: () => ({ body: { id: '99999999' } }),
  getPasswordLink: () => ({ params: { token } }),
  setPassword: () => ({ params: { token }, body: { password: 'Baobab-2026!x' } }),
  changePassword: () => ({ body: { current: 'Pas-le-bon-1!', password: 'Baobab-2026!x' } }),
  updateUser: () => ({ body: { email: 'awa@courrier.example', phone: null } }),
  endUserSession: byId,
  reauthenticate: () => ({ body: { password: 'Pas-le-bon-1!' } }),
}

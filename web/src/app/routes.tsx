// Every address of the portal, by name. Screens and their words come when they are opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type ParsedLocation, redirect } from '@tanstack/react-router'
import type { AuditKind } from 'contract/access/audit-labels.ts'
import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import type { CardTopup } from 'contract/products/card-topups.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { transferStatuses } from 'contract/transfers/transfer-statuses.ts'
import type { Transfer } from 'contract/transfers/transfers.ts'
import type { ComponentType } from 'react'
import { notice } from '../lib/address-notice.ts'
import { type Catalogue, openCatalogue } from '../lib/language.ts'
import { fetchPart } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { rememberReturn } from '../lib/session/return-to.ts'
import { onSessionChange, session } from '../lib/session/session.ts'
import { CrashScreen } from '../shell/CrashScreen.tsx'
import { catalogues } from './catalogues.ts'
import { Root } from './layouts/Root.tsx'
import { rememberScroll } from './scroll-memory.ts'
import { amount, chequeNumber, day, oneOf, pageNumber, searchOf, strayParameters, uuid, uuids, searchText } from './search-params.ts'
import {
  goHome,
  leaveLogin,
  logOut,
  requireAccount,
  requireCapability,
  requireNoAccount,
  requireNoRight,
  requirePasswordToMake,
  requireRight,
  requireSession,
} from './session-guard.ts'

/** A screen with its catalogues: it is shown once both have come. */
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name, ...needed: Catalogue[]) {
  return lazyRouteComponent(() => fetchPart(async () => (await Promise.all([load(), ...needed.map(openCatalogue)]))[0]), name)
}

// Only the type comes from the contract: its schemas would come with the first page.
const validationStatuses = ['pending', 'validated', 'refused'] as const
const transferTypes: readonly Transfer['type'][] = ['direct', 'delayed', 'periodic']
const signs = ['credit', 'debit'] as const
const operationTypes: readonly Operation['type'][] = [
  ...(['transfer_in', 'transfer_out', 'transfer_return', 'card', 'withdrawal', 'cash_deposit', 'cheque_in', 'cheque_out'] as const),
  ...(['direct_debit', 'fee', 'interest', 'tax', 'loan', 'card_topup', 'other'] as const),
]
const cardViews = ['recurring', 'history'] as const
const topupStatuses: readonly CardTopup['status'][] = ['pending', 'done', 'failed']
const accessViews = ['changes', 'rules'] as const
const auditKinds: readonly AuditKind[] = [
  ...(['payments', 'beneficiaries', 'access', 'debits', 'cards', 'cheques', 'savings', 'operations', 'messages', 'bank'] as const),
]
const transferSteps = ['beneficiary', 'amount', 'planning', 'documents', 'review'] as const

type Entering = {
  location: ParsedLocation
  matches: readonly { routeId: string; fullPath: string; params: Record<string, string> }[]
  preload: boolean
}

/** Reads the search parameters of a route; null where it has none. */
function readerOf(routeId: string): ReturnType<typeof searchOf> | null {
  const routes: Record<string, { options: { validateSearch?: unknown } }> = router.routesById
  const read = routes[routeId]?.options.validateSearch
  // Every route of this table makes its reader by `searchOf`.
  return read ? (read as ReturnType<typeof searchOf>) : null
}

/** Takes out of the address what its screen does not know or cannot read. Of a filter that was meant for the screen, it is told. */
function tidyAddress(entering: unknown): void {
  // The router's own type of what is matched is made of this very table of routes.
  const { location, matches, preload } = entering as Entering
  const leaf = matches.at(-1)
  // An address without a screen leads home, whatever else it says.
  if (!leaf || leaf.routeId === '/$') return
  const readers = matches.map(({ routeId }) => readerOf(routeId)).filter((reader) => reader !== null)
  const given: Record<string, unknown> = location.search
  const read = Object.assign({}, ...readers.map((reader) => reader(given))) as Record<string, unknown>
  const stray = strayParameters(given, read)
  if (stray.length === 0) return
  const isMeant = stray.some((name) => readers.some(({ names }) => names.includes(name)))
  if (!preload && isMeant) notice('filter-ignored', { pathname: location.pathname, search: read })
  throw redirect({ to: leaf.fullPath, params: leaf.params, search: read, hash: location.hash, replace: true })
}

const root = createRootRoute({
  component: Root,
  beforeLoad: tidyAddress,
  notFoundComponent: () => null,
})
const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goHome })
const logout = createRoute({ getParentRoute: () => root, path: '/logout', beforeLoad: logOut })
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect(paths.home())
  },
})

const loginLayout = createRoute({
  getParentRoute: () => root,
  id: 'public',
  beforeLoad: leaveLogin,
  component: screen(() => import('./layouts/LoginLayout.tsx'), 'LoginLayout'),
})
const login = createRoute({
  getParentRoute: () => loginLayout,
  path: '/login',
  component: screen(() => import('../domains/session/LoginScreen.tsx'), 'LoginScreen', catalogues.session),
})
const forgot = createRoute({
  getParentRoute: () => loginLayout,
  path: '/forgot',
  component: screen(() => import('../domains/session/ForgotScreen.tsx'), 'ForgotScreen', catalogues.session),
})
const passwordLayout = createRoute({
  getParentRoute: () => root,
  id: 'password',
  beforeLoad: requirePasswordToMake,
  component: screen(() => import('./layouts/PasswordLayout.tsx'), 'PasswordLayout'),
})
const passwordUpdate = createRoute({
  getParentRoute: () => passwordLayout,
  path: '/password/update',
  component: screen(() => import('../domains/session/PasswordScreen.tsx'), 'PasswordScreen', catalogues.session),
})

const proofLayout = createRoute({
  getParentRoute: () => root,
  id: 'proof',
  component: screen(() => import('./layouts/ProofLayout.tsx'), 'ProofLayout'),
})
const verifyProof = createRoute({
  getParentRoute: () => proofLayout,
  path: '/verify',
  component: screen(() => import('../domains/transfer-proofs/ProofScreen.tsx'), 'ProofScreen', catalogues.transferProofs),
})
const verifiedProof = createRoute({
  getParentRoute: () => proofLayout,
  path: '/verify/$code',
  component: screen(() => import('../domains/transfer-proofs/ProofScreen.tsx'), 'ProofScreen', catalogues.transferProofs),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: screen(() => import('./layouts/SignedInFrame.tsx'), 'SignedInFrame'),
})

const plainLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'plain',
  component: screen(() => import('./layouts/PlainLayout.tsx'), 'PlainLayout', catalogues.accounts),
})
const restricted = createRoute({
  getParentRoute: () => plainLayout,
  path: '/restricted',
  beforeLoad: requireNoAccount,
  component: screen(() => import('../domains/accounts/RestrictedScreen.tsx'), 'RestrictedScreen', catalogues.accounts),
})
const pendingAccess = createRoute({
  getParentRoute: () => plainLayout,
  path: '/account',
  beforeLoad: requireNoRight,
  component: screen(() => import('../domains/accounts/PendingAccessScreen.tsx'), 'PendingAccessScreen', catalogues.accounts),
})

const mainLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'main',
  beforeLoad: requireAccount,
  component: screen(() => import('./layouts/MainLayout.tsx'), 'MainLayout', catalogues.accounts, catalogues.exchangeRates),
})
const dashboard = createRoute({
  getParentRoute: () => mainLayout,
  path: '/dashboard',
  beforeLoad: requireRight('dashboard'),
  component: screen(
    () => import('../domains/dashboard/DashboardScreen.tsx'),
    'DashboardScreen',
    catalogues.dashboard,
    catalogues.operations,
  ),
})
const alert = createRoute({
  getParentRoute: () => mainLayout,
  path: '/alerts/$alertId',
  beforeLoad: async ({ params, preload }) => {
    if (!preload) throw await (await fetchPart(() => import('./live/open-alert.ts'))).openAlert(params.alertId)
  },
})
const operations = createRoute({
  getParentRoute: () => mainLayout,
  path: '/operations',
  beforeLoad: requireRight('operations'),
  validateSearch: searchOf({
    operation: uuid,
    search: searchText,
    from: day,
    to: day,
    sign: oneOf(...signs),
    type: oneOf(...operationTypes),
    min: amount,
    max: amount,
    categories: uuids,
    documents: oneOf('with', 'without'),
    account: oneOf('all'),
  }),
  component: screen(() => import('../domains/operations/OperationListScreen.tsx'), 'OperationListScreen', catalogues.operations),
})
const operationsFirst = createRoute({ getParentRoute: () => operations, path: '/' })
const operationsPage = createRoute({
  getParentRoute: () => operations,
  path: '/page/$pageNumber',
  beforeLoad: ({ params, search }) => {
    if (pageNumber(params.pageNumber) === undefined) throw redirect({ ...paths.operations(), search, replace: true })
  },
})
const transfers = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({
    page: pageNumber,
    status: oneOf(...transferStatuses),
    validation: oneOf(...validationStatuses),
    type: oneOf(...transferTypes),
    from: day,
    to: day,
    search: searchText,
    lines: oneOf('shown'),
  }),
  component: screen(() => import('../domains/transfers/TransferListScreen.tsx'), 'TransferListScreen', catalogues.transfers),
})
const transfersFirst = createRoute({ getParentRoute: () => transfers, path: '/' })
const transfer = createRoute({ getParentRoute: () => transfers, path: '$transferId' })
const transfersToSign = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/to-sign',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(() => import('../domains/approvals/ToSignScreen.tsx'), 'ToSignScreen', catalogues.approvals, catalogues.transfers),
})
const importTransfers = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/create/multiple',
  beforeLoad: requireCapability('transfer.create'),
  validateSearch: searchOf({
    list: uuid,
    only: oneOf('invalid', 'ready', 'twice', 'names'),
    search: searchText,
  }),
  component: screen(
    () => import('../domains/transfer-imports/ImportScreen.tsx'),
    'ImportScreen',
    catalogues.transferImports,
    catalogues.transfers,
  ),
})
const batches = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/batches',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(() => import('../domains/batches/BatchListScreen.tsx'), 'BatchListScreen', catalogues.batches, catalogues.transfers),
})
const batch = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/batches/$batchId',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({
    page: pageNumber,
    only: oneOf('failed', 'new'),
    search: searchText,
    sort: oneOf('amount', 'name', 'bank', 'new'),
    /** The batch's account, where it is not the one the reader works on. */
    account: uuid,
  }),
  component: screen(() => import('../domains/batches/BatchScreen.tsx'), 'BatchScreen', catalogues.batches, catalogues.transfers),
})
const approvalStatuses: readonly Beneficiary['approval_status'][] = ['pending', 'approved', 'refused']
const beneficiaries = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({
    page: pageNumber,
    search: searchText,
    list: uuid,
    status: oneOf(...approvalStatuses),
    international: oneOf('true', 'false'),
  }),
  component: screen(() => import('../domains/beneficiaries/BeneficiaryListScreen.tsx'), 'BeneficiaryListScreen', catalogues.beneficiaries),
})
const beneficiariesFirst = createRoute({ getParentRoute: () => beneficiaries, path: '/' })
const beneficiary = createRoute({ getParentRoute: () => beneficiaries, path: '$beneficiaryId' })
/** Writing a beneficiary takes the right and the capability. */
const requireManager = (entering: { preload: boolean }) => {
  requireRight('transfers')(entering)
  requireCapability('beneficiary.manage')(entering)
}
const newBeneficiary = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries/create',
  beforeLoad: requireManager,
  validateSearch: searchOf({ next: oneOf('transfer') }),
  component: screen(() => import('../domains/beneficiaries/NewBeneficiaryScreen.tsx'), 'NewBeneficiaryScreen', catalogues.beneficiaries),
})
const editBeneficiary = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries/$beneficiaryId/edit',
  beforeLoad: requireManager,
  component: screen(() => import('../domains/beneficiaries/EditBeneficiaryScreen.tsx'), 'EditBeneficiaryScreen', catalogues.beneficiaries),
})
const beneficiaryLists = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiary-lists',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(() => import('../domains/beneficiaries/lists/ListsScreen.tsx'), 'ListsScreen', catalogues.beneficiaries),
})
const beneficiaryList = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries-list/$listId',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({ page: pageNumber, search: searchText }),
  component: screen(() => import('../domains/beneficiaries/lists/ListScreen.tsx'), 'ListScreen', catalogues.beneficiaries),
})
const beneficiaryListFirst = createRoute({ getParentRoute: () => beneficiaryList, path: '/' })
const listMembers = createRoute({ getParentRoute: () => beneficiaryList, path: '/beneficiaries' })
const listMember = createRoute({ getParentRoute: () => beneficiaryList, path: '/beneficiaries/$beneficiaryId' })
const newListMember = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries-list/$listId/beneficiaries/create',
  beforeLoad: requireManager,
  component: screen(() => import('../domains/beneficiaries/NewBeneficiaryScreen.tsx'), 'NewBeneficiaryScreen', catalogues.beneficiaries),
})
const inboxSearch = searchOf({
  page: pageNumber,
  show: oneOf('unread', 'archived'),
  search: searchText,
})
const inbox = createRoute({
  getParentRoute: () => mainLayout,
  path: '/inbox',
  beforeLoad: requireRight('inbox'),
  validateSearch: inboxSearch,
  component: screen(() => import('../domains/inbox/InboxScreen.tsx'), 'InboxScreen', catalogues.inbox),
})
const message = createRoute({
  getParentRoute: () => mainLayout,
  path: '/inbox/$messageId',
  beforeLoad: requireRight('inbox'),
  // The list that one comes from is the one that one goes back to.
  validateSearch: inboxSearch,
  component: screen(() => import('../domains/inbox/MessageScreen.tsx'), 'MessageScreen', catalogues.inbox),
})
const statements = createRoute({
  getParentRoute: () => mainLayout,
  path: '/statements',
  beforeLoad: requireRight('statements'),
  validateSearch: searchOf(
    {
      type: oneOf('avis', 'swift'),
      page: pageNumber,
      from: day,
      to: day,
      search: searchText,
      sign: oneOf(...signs),
    },
    // Only notices are of credits or of debits.
    ({ type }) => (type === 'avis' ? [] : ['sign']),
  ),
  component: screen(() => import('../domains/statements/StatementListScreen.tsx'), 'StatementListScreen', catalogues.statements),
})
const debits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/debits',
  beforeLoad: requireRight('debits'),
  validateSearch: searchOf({
    tab: oneOf('history', 'mandates'),
    page: pageNumber,
    id: uuid,
  }),
  component: screen(() => import('../domains/debits/DebitListScreen.tsx'), 'DebitListScreen', catalogues.debits),
})
const deposits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/dat',
  beforeLoad: requireRight('dat'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(() => import('../domains/deposits/DepositListScreen.tsx'), 'DepositListScreen', catalogues.deposits),
})
const deposit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/dat/$depositId',
  beforeLoad: requireRight('dat'),
  component: screen(() => import('../domains/deposits/DepositScreen.tsx'), 'DepositScreen', catalogues.deposits),
})
const credits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/credits',
  beforeLoad: requireRight('credits'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(() => import('../domains/credits/CreditListScreen.tsx'), 'CreditListScreen', catalogues.credits),
})
const credit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/credits/$creditId',
  beforeLoad: requireRight('credits'),
  validateSearch: searchOf({ tab: oneOf('board') }),
  component: screen(() => import('../domains/credits/CreditScreen.tsx'), 'CreditScreen', catalogues.credits),
})
const paymentMethods = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods',
  beforeLoad: requireRight('payment-methods'),
  component: screen(
    () => import('../domains/payment-methods/PaymentMethodsScreen.tsx'),
    'PaymentMethodsScreen',
    catalogues.paymentMethods,
    catalogues.cards,
  ),
})
const cards = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods/cards',
  beforeLoad: requireRight('payment-methods'),
  validateSearch: searchOf({
    view: oneOf(...cardViews),
    page: pageNumber,
    card: uuid,
    status: oneOf(...topupStatuses),
    from: day,
    to: day,
    topup: uuid,
  }),
  component: screen(() => import('../domains/cards/CardsScreen.tsx'), 'CardsScreen', catalogues.cards, catalogues.accounts),
})
const chequebooks = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods/checks',
  beforeLoad: requireRight('payment-methods'),
  validateSearch: searchOf({
    page: pageNumber,
    chequebook: uuid,
    cheque: chequeNumber,
  }),
  component: screen(
    () => import('../domains/chequebooks/ChequebookListScreen.tsx'),
    'ChequebookListScreen',
    catalogues.chequebooks,
    catalogues.accounts,
  ),
})
const newChequebook = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods/checks/order',
  beforeLoad: (entering) => {
    requireRight('payment-methods')(entering)
    requireCapability('chequebook.order')(entering)
  },
  component: screen(() => import('../domains/chequebooks/OrderScreen.tsx'), 'OrderScreen', catalogues.chequebooks),
})
const rib = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/rib',
  beforeLoad: requireRight('rib'),
  component: screen(() => import('../domains/rib/RibScreen.tsx'), 'RibScreen', catalogues.rib),
})
const access = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/access',
  beforeLoad: requireCapability('access.admin'),
  validateSearch: searchOf({ view: oneOf(...accessViews) }),
  component: screen(() => import('../domains/access/AccessScreen.tsx'), 'AccessScreen', catalogues.access, catalogues.signing),
})
const audit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/audit',
  beforeLoad: requireCapability('audit.read'),
  validateSearch: searchOf({
    page: pageNumber,
    person: (text: string) => (text === 'bank' ? text : uuid(text)),
    kind: oneOf(...auditKinds),
    from: day,
    to: day,
    search: searchText,
    entry: uuid,
  }),
  component: screen(() => import('../domains/audit-log/AuditScreen.tsx'), 'AuditScreen', catalogues.auditLog),
})
const accessFirst = createRoute({ getParentRoute: () => access, path: '/' })
const accessPerson = createRoute({ getParentRoute: () => access, path: '$personId' })

const newTransfer = createRoute({
  getParentRoute: () => signedIn,
  path: '/transfers/create',
  beforeLoad: (entering) => {
    requireAccount()
    requireRight('transfers')(entering)
  },
  validateSearch: searchOf({
    step: oneOf(...transferSteps),
    edit: uuid,
    from: uuid,
    /** Whom to pay: chosen on the page of the beneficiaries, or just saved. */
    beneficiary: uuid,
  }),
  component: screen(
    () => import('../domains/transfers/NewTransferScreen.tsx'),
    'NewTransferScreen',
    catalogues.transfers,
    catalogues.beneficiaries,
    catalogues.signing,
  ),
})

const routeTree = root.addChildren([
  home,
  logout,
  unknown,
  loginLayout.addChildren([login, forgot]),
  passwordLayout.addChildren([passwordUpdate]),
  proofLayout.addChildren([verifyProof, verifiedProof]),
  signedIn.addChildren([
    newTransfer,
    plainLayout.addChildren([restricted, pendingAccess]),
    mainLayout.addChildren([
      alert,
      dashboard,
      operations.addChildren([operationsFirst, operationsPage]),
      transfers.addChildren([transfersFirst, transfer]),
      transfersToSign,
      importTransfers,
      batches,
      batch,
      beneficiaries.addChildren([beneficiariesFirst, beneficiary]),
      newBeneficiary,
      editBeneficiary,
      beneficiaryLists,
      beneficiaryList.addChildren([beneficiaryListFirst, listMembers, listMember]),
      newListMember,
      inbox,
      message,
      statements,
      debits,
      deposits,
      deposit,
      credits,
      credit,
      paymentMethods,
      cards,
      chequebooks,
      newChequebook,
      rib,
      audit,
      access.addChildren([accessFirst, accessPerson]),
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/connect',
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  defaultErrorComponent: CrashScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export async function startRouter(): Promise<void> {
  // Whatever ends the session, a 401, the clock or another tab, the sign-in page comes by way of `/logout`, and then the way back.
  onSessionChange(() => {
    const { status, farewell } = session()
    const { pathname, href } = router.state.location
    if (status === 'in' || pathname === '/login' || pathname === '/logout') return
    if (farewell) rememberReturn(href)
    void router.navigate(farewell ? paths.logout() : paths.login())
  })
  await router.load()
  // Only now: a first load that is redirected goes on by itself as long as nobody listens to the history.
  rememberScroll(router)
}

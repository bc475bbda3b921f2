// Every address of the portal, by name. Screens and their words come when they are opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { AuditKind } from 'contract/audit-words.ts'
import type { Beneficiary } from 'contract/beneficiaries.ts'
import type { CardTopup } from 'contract/card-topups.ts'
import type { Operation } from 'contract/operations.ts'
import type { Transfer } from 'contract/transfers.ts'
import type { ComponentType } from 'react'
import { type Catalogue, openCatalogue } from '../lib/language.ts'
import { fetchPart } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { rememberReturn } from '../lib/return-to.ts'
import { onSessionChange, session } from '../lib/session.ts'
import { CrashScreen } from '../shell/CrashScreen.tsx'
import { catalogues } from './catalogues.ts'
import { Root } from './Root.tsx'
import { rememberScroll } from './scroll-memory.ts'
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
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name, ...words: Catalogue[]) {
  return lazyRouteComponent(() => fetchPart(async () => (await Promise.all([load(), ...words.map(openCatalogue)]))[0]), name)
}

// Search parameters come from outside: what is not understood is left out, the screen stays.
const readText = (value: unknown, form: RegExp) => (typeof value === 'string' && form.test(value) ? value : undefined)
const readPageNumber = (value: unknown) => (/^[1-9]\d{0,6}$/.test(String(value)) ? Number(value) : undefined)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const readSearch = (value: unknown) => (typeof value === 'string' && value !== '' && value.length <= 64 ? value : undefined)
const UUIDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/i
const readAmount = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1e15 ? Number(value) : undefined
const given = <T extends object>(search: T) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }

// Only the type comes from the contract: its schemas would come with the first page.
const transferStatuses = ['pending', 'scheduled', 'executed', 'refused', 'rejected', 'returned', 'cancelled', 'paused'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
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

const root = createRootRoute({
  component: Root,
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
  component: screen(() => import('./LoginLayout.tsx'), 'LoginLayout'),
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
  component: screen(() => import('./PasswordLayout.tsx'), 'PasswordLayout'),
})
const passwordUpdate = createRoute({
  getParentRoute: () => passwordLayout,
  path: '/password/update',
  component: screen(() => import('../domains/session/PasswordScreen.tsx'), 'PasswordScreen', catalogues.session),
})

const proofLayout = createRoute({
  getParentRoute: () => root,
  id: 'proof',
  component: screen(() => import('./ProofLayout.tsx'), 'ProofLayout'),
})
const verifyProof = createRoute({
  getParentRoute: () => proofLayout,
  path: '/verify',
  component: screen(() => import('../domains/transfers/ProofScreen.tsx'), 'ProofScreen', catalogues.transfers),
})
const verifiedProof = createRoute({
  getParentRoute: () => proofLayout,
  path: '/verify/$code',
  component: screen(() => import('../domains/transfers/ProofScreen.tsx'), 'ProofScreen', catalogues.transfers),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: screen(() => import('./SignedInFrame.tsx'), 'SignedInFrame'),
})

const plainLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'plain',
  component: screen(() => import('./PlainLayout.tsx'), 'PlainLayout', catalogues.accounts),
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
  component: screen(() => import('./MainLayout.tsx'), 'MainLayout', catalogues.accounts, catalogues.exchangeRates),
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
    if (!preload) throw await (await fetchPart(() => import('./open-alert.ts'))).openAlert(params.alertId)
  },
})
const operations = createRoute({
  getParentRoute: () => mainLayout,
  path: '/operations',
  beforeLoad: requireRight('operations'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      operation: readText(search.operation, UUID),
      // A number that was searched for comes back from the address as one.
      search: readSearch(typeof search.search === 'number' ? String(search.search) : search.search),
      from: readText(search.from, DAY),
      to: readText(search.to, DAY),
      sign: signs.find((sign) => sign === search.sign),
      type: operationTypes.find((type) => type === search.type),
      min: readAmount(search.min),
      max: readAmount(search.max),
      categories: readText(search.categories, UUIDS),
      documents: (['with', 'without'] as const).find((documents) => documents === search.documents),
      account: (['all'] as const).find((account) => account === search.account),
    }),
  component: screen(() => import('../domains/operations/OperationListScreen.tsx'), 'OperationListScreen', catalogues.operations),
})
const operationsFirst = createRoute({ getParentRoute: () => operations, path: '/' })
const operationsPage = createRoute({ getParentRoute: () => operations, path: '/page/$pageNumber' })
const transfers = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers',
  beforeLoad: requireRight('transfers'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      page: readPageNumber(search.page),
      status: transferStatuses.find((status) => status === search.status),
      type: transferTypes.find((type) => type === search.type),
      from: readText(search.from, DAY),
      to: readText(search.to, DAY),
      search: readText(search.search, /^.{1,64}$/su),
    }),
  component: screen(() => import('../domains/transfers/TransferListScreen.tsx'), 'TransferListScreen', catalogues.transfers),
})
const transfersFirst = createRoute({ getParentRoute: () => transfers, path: '/' })
const transfer = createRoute({ getParentRoute: () => transfers, path: '$transferId' })
const transfersToSign = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/to-sign',
  beforeLoad: requireRight('transfers'),
  validateSearch: (search: Record<string, unknown>) => given({ page: readPageNumber(search.page) }),
  component: screen(() => import('../domains/transfers/ToSignScreen.tsx'), 'ToSignScreen', catalogues.transfers),
})
const importTransfers = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/create/multiple',
  beforeLoad: requireCapability('transfer.create'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      list: readText(search.list, UUID),
      only: (['invalid', 'ready', 'twice', 'names'] as const).find((one) => one === search.only),
      search: readSearch(search.search),
    }),
  component: screen(() => import('../domains/transfers/ImportScreen.tsx'), 'ImportScreen', catalogues.transfers),
})
const batches = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/batches',
  beforeLoad: requireRight('transfers'),
  validateSearch: (search: Record<string, unknown>) => given({ page: readPageNumber(search.page) }),
  component: screen(() => import('../domains/transfers/BatchListScreen.tsx'), 'BatchListScreen', catalogues.transfers),
})
const batch = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/batches/$batchId',
  beforeLoad: requireRight('transfers'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      page: readPageNumber(search.page),
      only: search.only === 'failed' ? ('failed' as const) : undefined,
      /** The batch's account, where it is not the one the reader works on. */
      account: readText(search.account, UUID),
    }),
  component: screen(() => import('../domains/transfers/BatchScreen.tsx'), 'BatchScreen', catalogues.transfers),
})
const approvalStatuses: readonly Beneficiary['approval_status'][] = ['pending', 'approved', 'refused']
const beneficiaries = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries',
  beforeLoad: requireRight('transfers'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      page: readPageNumber(search.page),
      // A number that was searched for comes back from the address as one.
      search: readSearch(typeof search.search === 'number' ? String(search.search) : search.search),
      list: readText(search.list, UUID),
      status: approvalStatuses.find((status) => status === search.status),
      international: (['true', 'false'] as const).find((one) => one === String(search.international)),
    }),
  component: screen(() => import('../domains/beneficiaries/BeneficiaryListScreen.tsx'), 'BeneficiaryListScreen', catalogues.beneficiaries),
})
const beneficiariesFirst = createRoute({ getParentRoute: () => beneficiaries, path: '/' })
const beneficiary = createRoute({ getParentRoute: () => beneficiaries, path: '$beneficiaryId' })
/** Writing a beneficiary takes the right and the capability. */
const requireManager = () => {
  requireRight('transfers')()
  requireCapability('beneficiary.manage')()
}
const newBeneficiary = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries/create',
  beforeLoad: requireManager,
  validateSearch: (search: Record<string, unknown>) => given({ next: search.next === 'transfer' ? ('transfer' as const) : undefined }),
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
  validateSearch: (search: Record<string, unknown>) => given({ page: readPageNumber(search.page) }),
  component: screen(() => import('../domains/beneficiaries/ListsScreen.tsx'), 'ListsScreen', catalogues.beneficiaries),
})
const beneficiaryList = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries-list/$listId',
  beforeLoad: requireRight('transfers'),
  validateSearch: (search: Record<string, unknown>) => given({ page: readPageNumber(search.page), search: readSearch(search.search) }),
  component: screen(() => import('../domains/beneficiaries/ListScreen.tsx'), 'ListScreen', catalogues.beneficiaries),
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
const inbox = createRoute({
  getParentRoute: () => mainLayout,
  path: '/inbox',
  beforeLoad: requireRight('inbox'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      page: readPageNumber(search.page),
      show: (['unread', 'archived'] as const).find((show) => show === search.show),
      search: readSearch(typeof search.search === 'number' ? String(search.search) : search.search),
    }),
  component: screen(() => import('../domains/inbox/InboxScreen.tsx'), 'InboxScreen', catalogues.inbox),
})
const message = createRoute({
  getParentRoute: () => mainLayout,
  path: '/inbox/$messageId',
  beforeLoad: requireRight('inbox'),
  component: screen(() => import('../domains/inbox/MessageScreen.tsx'), 'MessageScreen', catalogues.inbox),
})
const statements = createRoute({
  getParentRoute: () => mainLayout,
  path: '/statements',
  beforeLoad: requireRight('statements'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      type: (['avis', 'swift'] as const).find((type) => type === search.type),
      page: readPageNumber(search.page),
      from: readText(search.from, DAY),
      to: readText(search.to, DAY),
      // A number that was searched for comes back from the address as one.
      search: readSearch(typeof search.search === 'number' ? String(search.search) : search.search),
      sign: search.type === 'avis' ? signs.find((sign) => sign === search.sign) : undefined,
    }),
  component: screen(() => import('../domains/statements/StatementListScreen.tsx'), 'StatementListScreen', catalogues.statements),
})
const debits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/debits',
  beforeLoad: requireRight('debits'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      tab: (['history', 'mandates'] as const).find((tab) => tab === search.tab),
      page: readPageNumber(search.page),
      id: readText(search.id, UUID),
    }),
  component: screen(() => import('../domains/debits/DebitListScreen.tsx'), 'DebitListScreen', catalogues.debits),
})
const deposits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/dat',
  beforeLoad: requireRight('dat'),
  validateSearch: (search: Record<string, unknown>) => given({ page: readPageNumber(search.page) }),
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
  validateSearch: (search: Record<string, unknown>) => given({ page: readPageNumber(search.page) }),
  component: screen(() => import('../domains/credits/CreditListScreen.tsx'), 'CreditListScreen', catalogues.credits),
})
const credit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/credits/$creditId',
  beforeLoad: requireRight('credits'),
  validateSearch: (search: Record<string, unknown>) => given({ tab: (['board'] as const).find((tab) => tab === search.tab) }),
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
  validateSearch: (search: Record<string, unknown>) =>
    given({
      view: cardViews.find((view) => view === search.view),
      page: readPageNumber(search.page),
      card: readText(search.card, UUID),
      status: topupStatuses.find((status) => status === search.status),
      from: readText(search.from, DAY),
      to: readText(search.to, DAY),
      topup: readText(search.topup, UUID),
    }),
  component: screen(() => import('../domains/cards/CardsScreen.tsx'), 'CardsScreen', catalogues.cards, catalogues.accounts),
})
const chequebooks = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods/checks',
  beforeLoad: requireRight('payment-methods'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      page: readPageNumber(search.page),
      chequebook: readText(search.chequebook, UUID),
      // A number comes back from the address as one.
      cheque: readText(typeof search.cheque === 'number' ? String(search.cheque).padStart(7, '0') : search.cheque, /^\d{7}$/),
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
  beforeLoad: () => {
    requireRight('payment-methods')()
    requireCapability('chequebook.order')()
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
  validateSearch: (search: Record<string, unknown>) => given({ view: accessViews.find((view) => view === search.view) }),
  component: screen(() => import('../domains/access/AccessScreen.tsx'), 'AccessScreen', catalogues.access, catalogues.signing),
})
const audit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/audit',
  beforeLoad: requireCapability('audit.read'),
  validateSearch: (search: Record<string, unknown>) =>
    given({
      page: readPageNumber(search.page),
      person: search.person === 'bank' ? 'bank' : readText(search.person, UUID),
      kind: auditKinds.find((kind) => kind === search.kind),
      from: readText(search.from, DAY),
      to: readText(search.to, DAY),
      search: readSearch(typeof search.search === 'number' ? String(search.search) : search.search),
      entry: readText(search.entry, UUID),
    }),
  component: screen(() => import('../domains/audit/JournalScreen.tsx'), 'JournalScreen', catalogues.audit),
})
const accessFirst = createRoute({ getParentRoute: () => access, path: '/' })
const accessPerson = createRoute({ getParentRoute: () => access, path: '$personId' })

const newTransfer = createRoute({
  getParentRoute: () => signedIn,
  path: '/transfers/create',
  beforeLoad: () => {
    requireAccount()
    requireRight('transfers')()
  },
  validateSearch: (search: Record<string, unknown>) =>
    given({
      step: transferSteps.find((step) => step === search.step),
      edit: readText(search.edit, UUID),
      from: readText(search.from, UUID),
      /** Whom to pay: chosen on the page of the beneficiaries, or just saved. */
      beneficiary: readText(search.beneficiary, UUID),
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

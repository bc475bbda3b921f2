// Lists the screens of the portal, their dialogs and states, for the catalogue of pictures and for their comparison.
import { expect, type Page } from '@playwright/test'
import { customers, PASSWORD } from '../customers.ts'

export type Screen = {
  name: string
  path: string
  /** Nobody is signed in where it is absent. */
  customer?: string
  /** The design of it: the name of a file among the mocks. */
  mock?: string
  /** One of the most important screens: `npm test` compares its picture. */
  isCompared?: true
  /** What a customer does to reach the dialog or the state. */
  open?: (page: Page) => Promise<void>
}

const { awa, director, accountant, treasurer, overdrawn, student, blocked, withoutRights } = customers

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).locator('visible=true').first().click()
const firstRow = async (page: Page) => {
  const list = page.url()
  await page.getByRole('row').getByRole('link').locator('visible=true').first().click()
  await expect.poll(() => page.url()).not.toBe(list)
}

async function openPersonalInformation(page: Page): Promise<void> {
  await press(/^Menu d|’s menu$/)(page)
  await page.getByRole('menuitem', { name: /^(Informations personnelles|Personal information)$/ }).click()
  await page.getByRole('dialog', { name: /^(Informations personnelles|Personal information)$/ }).waitFor()
}

async function changeEmail(page: Page, address: string): Promise<void> {
  await press(/^(Modifier l’e-mail|Change (the )?email)/)(page)
  const form = page.getByRole('dialog', { name: /^(Vos coordonnées|Your contact details)$/ })
  await form.getByLabel(/^(Adresse e-mail|Email address)$/).fill(address)
  await form.getByRole('button', { name: /^(Enregistrer|Save)$/ }).click()
  await page.getByLabel(/^(Votre mot de passe|Your password)$/).fill(PASSWORD)
  await press(/^(Enregistrer les coordonnées|Save the contact details)$/)(page)
}

export const screens: readonly Screen[] = [
  { name: 'sign-in', path: 'login', mock: 'login', isCompared: true },
  { name: 'forgot', path: 'forgot', mock: 'forgot' },
  { name: 'verify', path: 'verify' },
  { name: 'home', path: 'dashboard', customer: awa, mock: 'v2-dashboard', isCompared: true },
  { name: 'home-company', path: 'dashboard', customer: director, mock: 'v2-dashboard-company', isCompared: true },
  { name: 'home-overdrawn', path: 'dashboard', customer: overdrawn, mock: 'v2-dashboard-overdrawn' },
  { name: 'home-student', path: 'dashboard', customer: student },
  { name: 'home-blocked', path: 'dashboard', customer: blocked },
  { name: 'account-pending', path: '', customer: withoutRights },
  { name: 'operations', path: 'operations', customer: awa, mock: 'v2-operations', isCompared: true },
  {
    name: 'operations-filtered',
    path: 'operations?search=senelec',
    customer: awa,
    mock: 'v2-filters',
    isCompared: true,
  },
  {
    name: 'filter-sheet',
    path: 'operations?min=10000',
    customer: awa,
    mock: 'v2-filters-sheet',
    open: async (page) => {
      await press(/^(Filtres|Filters)/)(page)
      await page
        .getByRole('dialog')
        .getByLabel(/^(Montant min\.|Lowest amount)$/)
        .waitFor()
    },
  },
  {
    name: 'export',
    path: 'transfers?status=executed',
    customer: awa,
    mock: 'v2-filters',
    open: async (page) => {
      await press(/^Export/)(page)
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  { name: 'operations-nothing', path: 'operations?search=zzzz', customer: awa },
  {
    name: 'search-empty',
    path: 'dashboard',
    customer: awa,
    mock: 'v2-search-empty',
    open: async (page) => {
      await press(/^(Rechercher|Search)/)(page)
      await page.getByRole('dialog').getByRole('combobox').waitFor()
    },
  },
  {
    name: 'search',
    path: 'dashboard',
    customer: awa,
    mock: 'v2-search',
    isCompared: true,
    open: async (page) => {
      await press(/^(Rechercher|Search)/)(page)
      await page.getByRole('dialog').getByRole('combobox').fill('senelec')
      await page.getByRole('group', { name: /^(Paiements|Payments)$/ }).waitFor()
    },
  },
  { name: 'transfers', path: 'transfers', customer: awa, mock: 'v2-transfers', isCompared: true },
  { name: 'transfers-company', path: 'transfers', customer: accountant, mock: 'v2-transfers', isCompared: true },
  { name: 'to-sign', path: 'transfers/to-sign', customer: director, mock: 'v2-to-sign', isCompared: true },
  { name: 'sent-for-signature', path: 'transfers/to-sign', customer: accountant, mock: 'v2-to-sign-maker' },
  { name: 'signed', path: 'transfers/signed', customer: director },
  { name: 'new-transfer', path: 'transfers/create', customer: awa, mock: 'v2-new-transfer-to', isCompared: true },
  { name: 'multiple-transfers', path: 'transfers/create/multiple', customer: accountant, isCompared: true },
  { name: 'batches', path: 'transfers/batches', customer: accountant },
  { name: 'beneficiaries', path: 'transfers/beneficiaries', customer: awa, isCompared: true },
  {
    name: 'new-beneficiary',
    path: 'transfers/beneficiaries/create',
    customer: awa,
    mock: 'v2-new-beneficiary-start',
    isCompared: true,
  },
  { name: 'beneficiary-lists', path: 'transfers/beneficiary-lists', customer: accountant },
  { name: 'debits', path: 'debits', customer: awa, isCompared: true },
  { name: 'mandates', path: 'debits?tab=mandates', customer: awa },
  { name: 'statements', path: 'statements', customer: awa, isCompared: true },
  { name: 'notices', path: 'statements?type=avis', customer: awa },
  { name: 'payment-methods', path: 'payment-methods', customer: awa },
  { name: 'cards', path: 'payment-methods/cards', customer: awa, mock: 'cards', isCompared: true },
  { name: 'chequebooks', path: 'payment-methods/checks', customer: awa },
  { name: 'chequebook-order', path: 'payment-methods/checks/order', customer: awa },
  { name: 'deposits', path: 'dat', customer: awa, isCompared: true },
  { name: 'deposit', path: 'dat', customer: awa, open: firstRow },
  { name: 'credits', path: 'credits', customer: awa, isCompared: true },
  { name: 'credit', path: 'credits', customer: awa, open: firstRow },
  { name: 'inbox', path: 'inbox', customer: awa, mock: 'inbox', isCompared: true },
  { name: 'message', path: 'inbox', customer: awa, open: firstRow },
  { name: 'rib', path: 'account/rib', customer: awa, mock: 'rib', isCompared: true },
  { name: 'access', path: 'account/access', customer: director },
  { name: 'audit-log', path: 'account/audit', customer: director },
  {
    name: 'accounts',
    path: 'dashboard',
    customer: treasurer,
    open: press(/Changer de compte|Switch account/),
  },
  { name: 'user-menu', path: 'dashboard', customer: awa, open: press(/^Menu d|’s menu$/) },
  { name: 'personal-information', path: 'dashboard', customer: awa, open: openPersonalInformation },
  {
    name: 'new-email-address',
    path: 'dashboard',
    customer: student,
    open: async (page) => {
      await openPersonalInformation(page)
      const waiting = page.getByRole('button', { name: /^(Saisir le code|Enter the code)$/ })
      // The first of the pictures begins the change, which waits for all others.
      if ((await waiting.count()) > 0) await waiting.click()
      else await changeEmail(page, 'cheikh.diatta@ecole.example')
      await page.getByRole('dialog', { name: /^(Confirmez votre adresse|Confirm your address)$/ }).waitFor()
    },
  },
  {
    name: 'alerts',
    path: 'dashboard',
    customer: awa,
    open: async (page) => {
      const more = page.getByRole('button', { name: /^(Plus|More)/ }).locator('visible=true')
      if ((await more.count()) > 0) await more.click()
      await press(/^(Alertes|Alerts)/)(page)
      await page.getByRole('dialog', { name: /^(Alertes|Alerts)$/ }).waitFor()
    },
  },
]

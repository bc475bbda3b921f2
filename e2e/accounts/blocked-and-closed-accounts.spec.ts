// Accounts that are blocked or closed, and rights that change while their holder is signed in.
import { expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { accountSwitch, customers, signIn } from '../customer.ts'

const STOPPED = 'Ce compte est bloqué ou clos : aucun débit n’est possible.'

async function choose(page: Page, name: string, state: string): Promise<void> {
  await accountSwitch(page).click()
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  await picker.getByRole('searchbox').fill(name)
  await expect(picker.getByRole('listitem')).toHaveCount(1)
  const found = picker.getByRole('listitem').filter({ hasText: name })
  await expect(found.getByText(state, { exact: true })).toBeVisible()
  await found.getByRole('button').first().click()
  await expect(picker).toBeHidden()
}

/** Opens every screen that the rights of the account allow: each says that no debit is possible, and offers none. */
async function expectReadOnly(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`/${path}$`))
    await expect(page.getByText(STOPPED)).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByText(/ont pas pu être chargé/)).toHaveCount(0)
    for (const role of ['link', 'button'] as const)
      await expect(page.getByRole(role, { name: /Nouveau virement|^Virer/ })).toHaveCount(0)
  }
}

test('blocked and closed accounts are readable, and no screen offers to move their money', async ({ page }) => {
  await signIn(page, customers.treasurer)
  for (const [name, state] of [
    ['Filiale 299', 'Bloqué'],
    ['Filiale 300', 'Clôturé'],
  ] as const) {
    await choose(page, name, state)
    await expectReadOnly(page, [
      'dashboard',
      'operations',
      'transfers',
      'transfers/beneficiaries',
      'transfers/beneficiary-lists',
      'account/rib',
    ])
    await page.goto('transfers/create')
    await expect(page.getByText(STOPPED)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.goto('transfers')
  }
})

test('a user whose only account is blocked sees its sections without actions to order', async ({ page }) => {
  await signIn(page, customers.blocked)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectReadOnly(page, ['dashboard', 'operations', 'account/rib'])
  await page.goto('transfers/create')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test.describe('changes by the bank', () => {
  const bank = new pg.Client({ connectionString: process.env.CONNECT_DATABASE ?? '' })
  test.beforeAll(() => bank.connect())
  test.afterAll(() => bank.end())
  const ofDiaspora = 'user_id = (SELECT id FROM users WHERE login = $1)'
  const setRight = (sql: string) =>
    bank.query(`UPDATE memberships SET rights = ${sql} WHERE ${ofDiaspora}`, [customers.diaspora])
  const setStatus = (status: string) =>
    bank.query(
      `UPDATE accounts SET status = '${status}' WHERE id IN (SELECT account_id FROM memberships WHERE ${ofDiaspora})`,
      [customers.diaspora],
    )
  const makeVisible = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const link = (page: Page, name: string) =>
    page.getByRole('link', { name, exact: true }).locator('visible=true').first()

  test('are displayed on the open page of a private customer', async ({ page }) => {
    const line = page.waitForResponse(/\/wb-api\/events$/)
    await signIn(page, customers.diaspora)
    await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
    await line
    try {
      // The page is notified, and links without a right disappear before they are pressed.
      await setRight("array_remove(rights, 'operations')")
      await expect(page.getByText(/Vos droits ont changé/)).toBeVisible()
      await expect(link(page, 'Synthèse')).toHaveCount(0)
      await setRight("array_append(rights, 'operations')")
      await makeVisible(page)
      await expect(page.getByText('De nouveaux droits vous ont été ouverts.')).toBeVisible()
      await expect(link(page, 'Synthèse')).toBeVisible()

      await expect(link(page, 'Nouveau virement')).toBeVisible()
      await setStatus('blocked')
      await makeVisible(page)
      await expect(page.getByText(STOPPED)).toBeVisible()
      await expect(link(page, 'Nouveau virement')).toHaveCount(0)
    } finally {
      await setStatus('active')
      await setRight("array_append(array_remove(rights, 'operations'), 'operations')")
    }
  })
})

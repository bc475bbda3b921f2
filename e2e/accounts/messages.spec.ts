// Every message of the specification's error catalogue and of its successes, in English: the journeys check the French ones.
import { ibanFrom } from 'contract/values/iban.ts'
import { expect, type Page, test } from '@playwright/test'
import { customers, PASSWORD, loseSession } from '../customer.ts'
import { yearOfNext } from '../days.ts'
import { confirmTransfer, submitButton, writeTransfer } from '../transfer-form.ts'

// The messages do not depend on the width of the window.

const anIban = () => ibanFrom('SN', 'SN998', '01001', String(Math.floor(Math.random() * 1e12)).padStart(12, '0'))
// Named as a PDF, but without a page.
const UNREADABLE = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const titled = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

async function logIn(page: Page, id: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('User ID').fill(id)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Log in')
}

async function openInEnglish(page: Page, id: string): Promise<void> {
  await page.goto('login')
  await press(page, 'English')
  await logIn(page, id)
  await expect(page).toHaveURL(/\/dashboard$/)
}

async function confirm(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm operation' })
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('messages of sign-in: refused, password reset, inactive, expired', async ({ page }) => {
  await page.clock.install()
  await page.goto('login')
  await press(page, 'English')
  await logIn(page, customers.awa, 'wrong')
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong creditentials' })).toBeFocused()

  await page.goto('forgot')
  await page.getByLabel('User ID').fill('13131313')
  await press(page, 'Send me the link')
  await expectStatus(page, 'A password reset email has been sent.')

  await page.goto('login')
  await logIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Last movements' })).toBeVisible()
  await page.clock.runFor(302_000)
  await expect(page.getByText('You have been logged out for inactivity.')).toHaveCount(1)

  await logIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Last movements' })).toBeVisible()
  await loseSession(page)
  await page.goto('operations')
  await expect(page.getByText('Your session is expired.', { exact: true })).toHaveCount(1)
})

test('messages of beneficiaries: invalid, created, edited, deleted', async ({ page }) => {
  const [name, list] = [`Ndèye English ${anIban().slice(-6)}`, `Friends ${anIban().slice(-6)}`]
  await openInEnglish(page, customers.awa)

  await page.goto('transfers/beneficiary-lists')
  await press(page, 'New list')
  const form = page.getByRole('dialog')
  await form.getByLabel('List name').fill(list)
  await form.getByRole('button', { name: 'Create the list' }).click()
  await expectStatus(page, 'The beneficiary list has been created.')
  await titled(page, list)
  await press(page, 'Edit')
  await form.getByLabel('List name').fill(`${list} and family`)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expectStatus(page, 'The beneficiary list has been edited.')
  await press(page, 'Delete')
  await form.getByRole('button', { name: 'Delete list' }).click()
  await expectStatus(page, 'The beneficiary list has been deleted.')

  await page.goto('transfers/beneficiaries/create')
  await page.getByLabel('Name of the holder').fill(name)
  await page.getByLabel('IBAN or RIB').fill(anIban())
  await page.getByRole('button', { name: /^Add details/ }).click()
  await page.getByLabel('Phone').fill('77 123')
  await page.getByLabel('Email address').fill('ndeye@')
  await page.getByLabel('Postcode').fill('#')
  await press(page, 'Save the beneficiary')
  const missing = 'Some information is missing or incorrect. Please check the fields indicated below'
  await expect(page.getByRole('alert').filter({ hasText: missing })).toBeFocused()
  await expect(page.getByText('The phone number is not valid', { exact: true })).toBeVisible()
  await expect(page.getByText('The email address is not valid', { exact: true })).toBeVisible()
  await expect(page.getByText('Format not valid', { exact: true })).toBeVisible()
  await page.getByLabel('Phone').fill('')
  await page.getByLabel('Email address').fill('')
  await page.getByLabel('Postcode').fill('')
  await page
    .getByLabel('RIB of the beneficiary')
    .setInputFiles({ name: 'rib.pdf', mimeType: 'application/pdf', buffer: UNREADABLE })
  await press(page, 'Save the beneficiary')
  await confirm(page, 'Save the beneficiary')
  await expectStatus(page, 'The beneficiary has been created.')

  await page.goto(`transfers/beneficiaries?search=${encodeURIComponent(name)}`)
  await page.getByRole('table').getByRole('link', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Beneficiary' })
  await panel.getByRole('button', { name: 'View' }).click()
  const viewer = page.getByRole('dialog', { name: 'rib.pdf' })
  await expect(viewer.getByText('File not recognized')).toBeVisible()
  const coming = page.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Download' }).last().click()
  expect((await coming).suggestedFilename()).toBe('rib.pdf')
  await page.keyboard.press('Escape')

  await panel.getByRole('link', { name: 'Edit' }).click()
  await titled(page, 'Edit beneficiary')
  await page.getByLabel('City').fill('Thiès')
  await press(page, 'Save the beneficiary')
  await confirm(page, 'Edit beneficiary')
  await expectStatus(page, 'The beneficiary has been edited.')
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this beneficiary?' })
    .getByRole('button', { name: 'Delete beneficiary' })
    .click()
  await confirm(page, 'Delete beneficiary')
  await expectStatus(page, 'The beneficiary has been deleted.')
})

test('messages of orders: submitted, edited, cancelled; bank details copied; network error', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openInEnglish(page, customers.awa)
  await page.goto('account/rib')
  await press(page, 'Copy IBAN')
  await expectStatus(page, 'The IBAN has been copied to the clipboard.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^SN08/)
  // A gateway between the browser and the bank answers with its own page.
  await page.route('**/account/rib/file*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await press(page, 'Download the bank details (PDF)')
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong.' })).toBeVisible()

  await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '1500', label: 'Bread' })
  await press(page, 'On a day')
  await page.getByLabel('Execution date', { exact: true }).pressSequentially(`0403${yearOfNext(4, 3)}`)
  await submitButton(page).click()
  await confirmTransfer(page)
  await expectStatus(page, 'Your transfer request has been submitted.')

  await page.getByRole('link', { name: 'See the transfer' }).click()
  const panel = page.getByRole('dialog', { name: 'Transfer' })
  await panel.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Transfer label').fill('Bread and milk')
  await submitButton(page).click()
  await confirm(page, 'Save the changes')
  await expectStatus(page, 'The transfer has been edited.')
  await page.getByRole('link', { name: 'See the transfer' }).click()
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel the transfer' }).click()
  await confirm(page, 'Cancel the transfer')
  await expectStatus(page, 'The transfer has been cancelled.')
})

test('messages of signing: a company signs pending orders', async ({ page }) => {
  await openInEnglish(page, customers.accountant)
  await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '2500', label: 'Seeds' })
  await submitButton(page).click()
  await confirmTransfer(page)
  await expectStatus(page, 'Your transfer request has been submitted.')
  await page.goto('logout')
  await expect(page).toHaveURL(/\/login$/)

  await logIn(page, customers.director)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('transfers/to-sign')
  await page.getByRole('row').filter({ hasText: 'Seeds' }).getByRole('checkbox').first().check()
  await press(page, 'Sign 1 request')
  await confirm(page, 'Sign')
  await expectStatus(page, 'The request has been signed.')
})

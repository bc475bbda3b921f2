import { expect, type Page, test } from '@playwright/test'
import { accountSwitch, customers, isPhone, plain, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, customers.treasurer)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('three hundred accounts are counted, paged and searched', async ({ page }) => {
  const counted = page.waitForRequest(
    (request) => request.method() === 'HEAD' && request.url().includes('/wb-api/accounts'),
  )
  await accountSwitch(page).click()
  await counted
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  await expect(picker.getByRole('status').filter({ hasText: '300 comptes' })).toBeVisible()
  // On a phone the keyboard would cover the list.
  if (isPhone(page)) await expect(picker.getByRole('searchbox')).not.toBeFocused()
  else await expect(picker.getByRole('searchbox')).toBeFocused()
  await expect(picker.getByRole('listitem')).toHaveCount(20)
  await expect(picker.getByText('par défaut')).toHaveCount(1)
  await picker.getByRole('button', { name: 'Page suivante' }).click()
  await expect(picker.getByText(/^21–40 sur 300 comptes$/)).toBeVisible()

  const requested: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'GET' && request.url().includes('search=') && requested.push(request.url()),
  )
  await picker.getByRole('searchbox').pressSequentially('Thiès', { delay: 40 })
  await expect(picker.getByRole('listitem').first()).toContainText('Thiès')
  // Five letters in 200 ms are one request: the list waits 300 ms.
  expect(requested).toHaveLength(1)
  await picker.getByRole('searchbox').fill('zzz')
  await expect(picker.getByText('Aucun compte ne correspond à « zzz ».')).toBeVisible()
  await picker.getByRole('button', { name: 'Effacer la recherche' }).last().click()
  await expect(picker.getByRole('listitem')).toHaveCount(20)
})

/** Searches in the open list, and waits for what is found: rows move while the list is replaced, and a press between them is none. */
async function searchAccount(page: Page, text: string) {
  const rows = page.getByRole('dialog').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await page.getByRole('searchbox', { name: 'Rechercher un compte' }).fill(text)
  await expect(rows).not.toHaveCount(20)
  return rows.filter({ hasText: text }).getByRole('button').first()
}

test('choosing another account shows its data in the same section, also after a reload', async ({ page }) => {
  await page.goto('operations')
  await expect(page.getByRole('table')).toBeVisible()
  await accountSwitch(page).click()
  const choice = await searchAccount(page, 'Filiale 7 ')
  const number = /\d{4} \d{4} \d{4}/.exec(plain(await choice.textContent()))?.[0] ?? 'no number'
  await choice.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/operations$/)
  await expect(page.getByRole('banner')).toContainText(number)
  await page.reload()
  await expect(page.getByRole('banner')).toContainText(number)
})

test('another account asks before a half-filled form is lost', async ({ page }) => {
  await page.goto('transfers/beneficiaries/create')
  const name = page.getByLabel('Nom du titulaire')
  await name.fill('Ateliers du Rail')
  const choose = async () => {
    await accountSwitch(page).click()
    await (await searchAccount(page, 'Filiale 7 ')).click()
  }
  await choose()
  const question = page.getByRole('dialog', { name: 'Quitter sans envoyer ?' })
  await question.getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(name).toHaveValue('Ateliers du Rail')
  await expect(accountSwitch(page)).not.toContainText('2007')
  await choose()
  await question.getByRole('button', { name: 'Quitter sans envoyer' }).click()
  await expect(name).toHaveCount(0)
  await expect(accountSwitch(page)).toContainText('2007')
})

test('the account list opens, moves and closes by keyboard', ONCE, async ({ page }) => {
  await accountSwitch(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Rechercher un compte' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(20)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('dialog').getByRole('listitem').first().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(accountSwitch(page)).toBeFocused()

  // Enter selects from the results of the typed text, however late they come: never the first of the former list.
  await expect(accountSwitch(page)).not.toContainText('2012')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(20)
  const arrives = Promise.withResolvers<void>()
  await page.route('**/accounts?*search=*', async (route) => {
    await arrives.promise
    await route.continue()
  })
  const requested = page.waitForRequest(/accounts\?.*search=/)
  await page.getByRole('searchbox').pressSequentially('Filiale 12 ')
  await page.keyboard.press('Enter')
  await requested
  await expect(page.getByRole('dialog')).toHaveCount(1)
  arrives.resolve()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(accountSwitch(page)).toContainText('2012')
})

test('a tab keeps its account when another tab chooses one', ONCE, async ({ page, context }) => {
  const label = (one: typeof page) => accountSwitch(one)
  const choose = async (one: typeof page, name: string, number: string) => {
    await label(one).click()
    await (await searchAccount(one, name)).click()
    await expect(label(one)).toContainText(number)
  }
  await choose(page, 'Filiale 7 ', '2007')
  const other = await context.newPage()
  await other.goto('dashboard')
  // A new tab begins with the last selected account.
  await expect(label(other)).toContainText('2007')
  await choose(other, 'Filiale 9 ', '2009')
  await page.reload()
  await expect(label(page)).toContainText('2007')
  await other.reload()
  await expect(label(other)).toContainText('2009')
})

test('a list of two accounts is as high as they are, without search and pages', async ({ page }) => {
  await signIn(page, customers.awa)
  await accountSwitch(page).click()
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  await expect(picker.getByRole('listitem')).toHaveCount(2)
  await expect(picker.getByRole('searchbox')).toHaveCount(0)
  await expect(picker.getByText(/1–2 sur/)).toHaveCount(0)
  const [dialog, last] = [await picker.boundingBox(), await picker.getByRole('listitem').last().boundingBox()]
  expect((dialog?.y ?? 0) + (dialog?.height ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)).toBeLessThan(60)
  await page.keyboard.press('ArrowDown')
  await expect(picker.getByRole('listitem').first().getByRole('button').first()).toBeFocused()
})

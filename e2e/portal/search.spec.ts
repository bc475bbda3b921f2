// The search: payments, payees, accounts, documents and actions from one field, by keyboard and by touch.
import { expect, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, isPhone, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'

test('finds a payment, and all of them in the list of operations', async ({ page }) => {
  await signIn(page, customers.awa)
  await page
    .getByRole('button', { name: /^Rechercher/ })
    .locator('visible=true')
    .click()
  const dialog = page.getByRole('dialog', { name: 'Rechercher' })
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('group', { name: 'Actions' }).getByRole('option').first()).toBeVisible()
  await expectNoBarrier(page)
  await field.fill('senelec')
  const payments = dialog.getByRole('group', { name: 'Paiements' })
  await expect(payments.getByRole('option')).toHaveCount(4)
  await expect(payments.getByRole('option').first()).toContainText('Senelec')
  await expect(dialog.getByRole('status')).toContainText('paiements')
  await expectNoBarrier(page)
  const more = payments.getByRole('option').last()
  const total = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0])
  expect(total).toBeGreaterThan(3)
  if (!isPhone(page)) await expect(dialog.getByText('groupe suivant')).toBeVisible()
  await more.click()
  await expect(page).toHaveURL(/\/operations\?search=senelec/)
})

test('without a text it offers the last payees, who are paid in two steps', async ({ page }) => {
  await signIn(page, customers.awa)
  await page
    .getByRole('button', { name: /^Rechercher/ })
    .locator('visible=true')
    .click()
  const again = page.getByRole('dialog', { name: 'Rechercher' }).getByRole('group', { name: 'Payer à nouveau' })
  const payee = again.getByRole('option').first()
  const ending = /•• (\w{4})/.exec((await payee.textContent()) ?? '')?.[1] ?? 'none'
  await payee.click()
  await expect(page).toHaveURL(/\/transfers\/create\?beneficiary=/)
  await expect(page.getByText(new RegExp(`${ending}$`)).first()).toBeVisible()
})

test('opens what the keyboard has chosen, and keeps it in view', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  await page.getByRole('navigation', { name: 'Menu principal' }).locator('visible=true').waitFor()
  await page.keyboard.press('ControlOrMeta+K')
  const dialog = page.getByRole('dialog', { name: 'Rechercher' })
  await dialog.getByRole('option').first().waitFor()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 })
  const field = dialog.getByRole('combobox')
  await field.fill('senelec')
  await expect(dialog.getByRole('group', { name: 'Paiements' }).getByRole('option')).toHaveCount(4)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('group').nth(1).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/operations\?operation=/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+K')
  await expect(dialog.getByRole('button', { name: 'senelec' })).toBeVisible()
})

test('goes to a page by its name, and opens another account', ONCE, async ({ page }) => {
  await signIn(page, customers.treasurer)
  await page.getByRole('navigation', { name: 'Menu principal' }).locator('visible=true').waitFor()
  await page.keyboard.press('ControlOrMeta+K')
  const dialog = page.getByRole('dialog', { name: 'Rechercher' })
  const field = dialog.getByRole('combobox')
  await field.fill('synthè')
  await dialog.getByRole('group', { name: 'Aller à' }).getByRole('option', { name: 'Synthèse' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/operations$/)
  await page.keyboard.press('ControlOrMeta+K')
  await field.fill('Filiale 150')
  await dialog
    .getByRole('group', { name: 'Comptes' })
    .getByRole('option', { name: /Filiale 150/ })
    .click()
  await expect(page.getByText('3000 0110 2150').locator('visible=true').first()).toBeVisible()
})

test('says that nothing was found, names the closest, and offers what can be done', async ({ page }) => {
  await signIn(page, customers.awa)
  await page
    .getByRole('button', { name: /^Rechercher/ })
    .locator('visible=true')
    .click()
  const dialog = page.getByRole('dialog', { name: 'Rechercher' })
  const field = dialog.getByRole('combobox')
  await field.fill('moustafa tiam')
  await expect(dialog.getByText('Rien pour « moustafa tiam »')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Faire quand même' })).toBeVisible()
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Moustapha Thiam' }).click()
  await expect(dialog.getByRole('group', { name: 'Bénéficiaires et créanciers' })).toContainText('Moustapha Thiam')
})

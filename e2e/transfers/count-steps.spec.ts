// Counts what two daily tasks cost: presses are a promise, seconds are only written.
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, PASSWORD, signIn, signOut } from '../customer.ts'
import { confirmTransfer, submitButton, writeTransfer } from '../transfer-form.ts'

const KEY = 'e2e-presses'

/** Counts the presses of a pointer on this page and on those that it leads to. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript((key) => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1)),
      {
        capture: true,
      },
    )
  }, KEY)
  await page.reload()
  await page.evaluate((key) => sessionStorage.removeItem(key), KEY)
  return () => page.evaluate((key) => Number(sessionStorage.getItem(key)), KEY)
}

async function measure(page: Page, name: string, task: () => Promise<void>): Promise<number> {
  const presses = await countPresses(page)
  const start = performance.now()
  await task()
  const count = await presses()
  process.stdout.write(`${name}: ${count} presses, ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
  return count
}

test('a payment is found with two presses', async ({ page }) => {
  await signIn(page, customers.awa)
  const count = await measure(page, 'find a payment', async () => {
    await page
      .getByRole('button', { name: /^Rechercher/ })
      .locator('visible=true')
      .click()
    const dialog = page.getByRole('dialog', { name: 'Rechercher' })
    await dialog.getByRole('combobox').fill('senelec')
    await dialog.getByRole('group', { name: 'Paiements' }).getByRole('option').first().click()
    await expect(page.getByRole('dialog', { name: 'Opération' })).toContainText('Senelec')
  })
  expect(count).toBe(2)
})

test('five orders are signed with eight presses and one password', async ({ page }, { project }) => {
  const labels = ['un', 'deux', 'trois', 'quatre', 'cinq'].map((number) => `Lot ${number} ${project.name}`)
  await signIn(page, customers.accountant)
  for (const label of labels) {
    await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '1500', label })
    await submitButton(page).click()
    await confirmTransfer(page)
    await expect(page.getByText('Un valideur doit maintenant accepter ce virement.')).toBeVisible()
  }
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.director)
  const count = await measure(page, 'sign five orders', async () => {
    await page.getByRole('link', { name: 'Examiner et signer' }).click()
    for (const label of labels) await page.getByRole('row').filter({ hasText: label }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Signer 5 demandes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
    await dialog.getByLabel('Votre mot de passe').pressSequentially(PASSWORD)
    await dialog.getByRole('button', { name: 'Signer', exact: true }).click()
    await expect(page.getByText('5 demandes ont bien été signées.')).toBeVisible()
  })
  expect(count).toBe(8)
  // What was signed stays in a list of its own.
  await page.getByRole('link', { name: 'Ce que j’ai signé' }).click()
  const signed = page.getByRole('table', { name: 'Demandes signées' })
  for (const label of labels) await expect(signed.getByRole('row').filter({ hasText: label })).toBeVisible()
  await expectNoBarrier(page)
})

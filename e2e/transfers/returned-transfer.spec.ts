import { expect, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

test('a returned transfer shows its reason in its history', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers')
  const row = page.getByRole('link', { name: /Modou Sarr/ }).first()
  await row.click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel).toContainText('Retourné')
  await expect(panel).toContainText(/Revenu le .*\s: compte clos\. L’argent est de nouveau sur votre compte/)
  await expect(panel.getByRole('listitem')).toContainText([
    'Créé par Awa Ndiaye',
    'Exécuté',
    'Envoyé à la compensation',
    /Retourné par la banque du bénéficiaire\s: compte clos/,
  ])
})

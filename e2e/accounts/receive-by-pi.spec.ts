// Receiving by PI: an address and its code, a telephone with a code by e-mail, a claim, the till that sees a payment, and its alert.
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, isPhone, PASSWORD, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'
import { mailTo } from '../outbox.ts'

const ADDRESS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** Acts for somebody outside the bank. */
async function platform(path: string, body: object): Promise<void> {
  const reply = await fetch(`${process.env.CONNECT_PLATFORM}${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
}

async function confirmWith(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('textbox', { name: 'Votre mot de passe' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: button }).click()
}

const aliases = (page: Page) => page.getByRole('region', { name: 'Vos identifiants' }).getByRole('listitem')

test('an address is created, its code has the amount, and the till sees the payment', async ({ page }) => {
  await signIn(page, customers.moustapha, 'account/rib')
  await page.getByRole('link', { name: 'Recevoir par PI' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recevoir par PI' })).toBeVisible()
  // The first answer is lost: the same button asks for the same address.
  let isLost = false
  await page.route('**/account/aliases', async (route) => {
    if (isLost || route.request().headers()['x-confirmation'] === undefined) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Créer une adresse de paiement' }).click()
  await confirmWith(page, 'Créer l’identifiant')
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await page.getByRole('button', { name: 'Créer une adresse de paiement' }).click()
  const active = aliases(page).filter({ hasText: 'Adresse de paiement' }).filter({ hasText: 'Actif' })
  await expect(active).toHaveCount(1)
  const address = ADDRESS.exec((await active.textContent()) ?? '')?.[0] ?? ''
  expect(address).toMatch(ADDRESS)
  await expect(page.getByRole('img', { name: 'Code QR de paiement, sans montant' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Montant' }).fill('2500')
  await page.getByRole('textbox', { name: 'Référence' }).fill('table 7')
  await expect(page.getByRole('img', { name: 'Code QR de paiement, avec montant' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Référence' })).toHaveValue('TABLE7')
  await expectNoBarrier(page)
  const pdf = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF à imprimer' }).click()
  expect((await pdf).suggestedFilename()).toMatch(/^Code-PI-.*\.pdf$/)
  const picture = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  expect((await picture).suggestedFilename()).toBe('code-pi.png')

  // An amount that cannot be read makes no code without one.
  await page.getByRole('textbox', { name: 'Montant' }).fill('12,5')
  await expect(page.getByRole('button', { name: 'PDF à imprimer' })).toBeHidden()

  await expect(page.getByRole('link', { name: 'Ouvrir la caisse' })).toBeVisible()
  // Whoever has a payment address reaches the till from the home page, at once.
  await page.getByRole('link', { name: 'Home', exact: true }).locator('visible=true').click()
  await page.getByRole('main').getByRole('link', { name: 'Caisse', exact: true }).click()
  await page.getByLabel('Montant à encaisser').fill('900')
  const show = page.getByRole('button', { name: 'Afficher le code' })
  // The server shows the amount, and its answer is lost: another amount can still be shown.
  await page.route('**/account/till', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await show.click()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await page.unroute('**/account/till')
  await page.getByLabel('Montant à encaisser').fill('1500')
  await show.click()
  await expect(
    page.getByText('Votre premier envoi a été reçu, avec d’autres valeurs. Vérifiez-le avant d’envoyer de nouveau.'),
  ).toBeVisible()
  await show.click()
  await expect(page.getByRole('img', { name: 'Code QR à payer' })).toBeVisible()
  await expect(page.getByText('En attente du paiement')).toBeVisible()
  await page.route('**/account/till/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await page.unroute('**/account/till/*')
  await page.context().setOffline(true)
  await expect(page.getByText('Hors connexion : la caisse ne voit pas les paiements')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('En attente du paiement')).toBeVisible()
  await expectNoBarrier(page)
  const reference = /· ([0-9A-Z]{10})/.exec((await page.getByText(/· [0-9A-Z]{10}$/).textContent()) ?? '')?.[1] ?? ''
  const paidAt = Date.now()
  await platform('/demo/pay', { to: address, amount: 1500, channel: '400', transaction: reference })
  await expect(page.getByText('Payé', { exact: true }).first()).toBeVisible()
  test.info().annotations.push({ type: 'payment seen after', description: `${Date.now() - paidAt} ms` })
  if (!isPhone(page)) {
    await page.getByRole('button', { name: /^Alertes, / }).click()
    const alerts = page.getByRole('dialog', { name: 'Alertes', exact: true })
    await expect(alerts.getByRole('listitem').first()).toContainText('Paiement instantané reçu')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Client suivant' }).click()
  await expect(page.getByLabel('Montant à encaisser')).toHaveValue('')

  await page.goto('operations')
  await page.getByRole('main').getByText('Adjoua Kouassi').first().click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  await expect(panel.getByText('Établissement du payeur')).toBeVisible()
  await expect(panel.getByText('Côte d’Ivoire')).toBeVisible()
})

test('who may not create an identifier reads who may', ONCE, async ({ page }) => {
  await signIn(page, customers.director, 'account/receive')
  await expect(page.getByText('Une personne habilitée à faire des virements peut en créer un.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Créer une adresse de paiement' })).toHaveCount(0)
  await page.goto('account/till')
  await expect(page.getByText('Une personne habilitée à faire des virements peut en créer une.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Recevoir par PI' })).toHaveCount(1)
})

test('a telephone is linked with a code, claimed from elsewhere, and a claim on it is refused', async ({ page }) => {
  test.skip(isPhone(page), 'the telephone of the customer is linked once')
  await signIn(page, customers.awa, 'account/receive')
  await page.getByRole('button', { name: 'Lier mon téléphone' }).click()
  await page.getByRole('button', { name: 'Envoyer le code' }).click()
  const first = /: (\d{6})/.exec(await mailTo('awa.ndiaye@courrier.example', /: \d{6}/))?.[1] ?? ''
  await page.getByLabel('Code à six chiffres').fill(first === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: 'Lier le numéro' }).click()
  await expect(page.getByText('Ce n’est pas le code. Essais restants : 4.')).toBeVisible()
  await page.getByRole('button', { name: 'Envoyer un autre code' }).click()
  await expect(page.getByText('Un autre code est parti. Seul le dernier est valable.')).toBeVisible()
  await expect(page.getByText('Ce n’est pas le code. Essais restants : 4.')).toBeHidden()
  const mail = await mailTo('awa.ndiaye@courrier.example', new RegExp(`: (?!${first})\\d{6}`))
  await page.getByLabel('Code à six chiffres').fill(/: (\d{6})/.exec(mail)?.[1] ?? '')
  await page.getByRole('button', { name: 'Lier le numéro' }).click()
  await confirmWith(page, 'Créer l’identifiant')
  const phone = aliases(page).filter({ hasText: '+221 77 000 00 01' })
  await expect(phone.getByText('Actif')).toBeVisible()
  await platform('/demo/claim', { alias: '+221770000001' })
  await expect(phone.getByText(/demande ce numéro pour un autre compte/)).toBeVisible()
  await expectNoBarrier(page)
  await phone.getByRole('button', { name: 'Garder mon numéro' }).click()
  await confirmWith(page, 'Garder le numéro')
  await expect(phone.getByText(/demande ce numéro pour un autre compte/)).toBeHidden()
  await expect(phone.getByText('Actif')).toBeVisible()
})

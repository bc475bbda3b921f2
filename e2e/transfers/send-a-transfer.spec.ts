import { expect, type Page, test } from '@playwright/test'
import { balanceOn, customers, PASSWORD, plain, signIn, signOut } from '../customer.ts'
import { ONCE } from '../once.ts'
import { choosePayee, confirmTransfer, foundPayee, payeeField, submitButton } from '../transfer-form.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function chooseCheikh(page: Page): Promise<void> {
  await page.goto('transfers/create')
  await choosePayee(page, 'Cheikh Diatta')
}

test('payees of the previous search cannot be selected while the next one is asked for', ONCE, async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  const arrives = Promise.withResolvers<void>()
  await page.route('**/transfers/payees?*search=diatta*', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await payeeField(page).fill('thiam')
  await expect(foundPayee(page, 'Moustapha Thiam')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ résultats? pour «\sthiam\s»\.$/ })).toBeAttached()
  await payeeField(page).fill('diatta')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Enter')
  arrives.resolve()
  await expect(foundPayee(page, 'Cheikh Diatta')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'À' })).toContainText('Cheikh Diatta')
})

test('a friend is paid with one touch on the picture, the amount and the password', async ({ page }, { project }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await page.getByRole('button', { name: 'Cheikh Diatta', exact: true }).click()
  // The amount is typed at once, and Enter sends.
  await page.keyboard.type(project.name === 'phone' ? '1250' : '1350')
  await expect(page.getByText('Tout de suite')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Votre mot de passe')).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^1.[23]50.F.CFA envoyés à Cheikh Diatta$/)
  await expect(page.getByText('Virement d’Awa Ndiaye')).toBeVisible()
  // A payment that returns becomes a series with one touch.
  await page.getByRole('link', { name: /^Chaque mois, le \d/ }).click()
  await expect(page.getByText(/^Le (1er|\d+) de chaque mois, à partir du/)).toBeVisible()
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue(/^1.[23]50$/)
})

test('the proof of a sent transfer is shared by the sheet of the device', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files }: { files: File[] }) => {
        document.title = `shared ${files[0]?.name} ${files[0]?.type}`
        return Promise.resolve()
      },
    })
  })
  await signIn(page, customers.awa)
  await chooseCheikh(page)
  await page.getByLabel('Montant', { exact: true }).fill('1100')
  await submitButton(page).click()
  await confirmTransfer(page)
  await button(page, 'Partager la preuve').click()
  await expect(page).toHaveTitle(/^shared Preuve-de-virement.*\.pdf application\/pdf$/)
})

test('a transfer is confirmed by password, debited from one account and credited to the other', async ({ page }, {
  project,
}) => {
  const label = `Cours du soir ${project.name}`
  await signIn(page, customers.student)
  const before = await balanceOn(page)
  await signOut(page)

  await signIn(page, customers.awa)
  const own = await balanceOn(page)
  await chooseCheikh(page)
  await page.getByLabel('Montant', { exact: true }).fill('12500')
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('12\u202F500')
  await page.getByLabel('Motif du virement').fill(label)
  await submitButton(page).click()

  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText('Cheikh Diatta')
  await expect(dialog).toContainText(/12\s500\sF\sCFA/)
  await dialog.getByLabel('Votre mot de passe').fill('pas le bon')
  await dialog.getByRole('button', { name: /^Envoyer 12.500.F.CFA$/ }).click()
  await expect(dialog).toContainText('Mot de passe incorrect')
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: /^Envoyer 12.500.F.CFA$/ }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Votre demande de virement a bien été transmise.' }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^12.500.F.CFA envoyés à Cheikh Diatta$/)

  await page.getByRole('link', { name: 'Voir le virement' }).click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel).toContainText('Exécuté')
  // Nobody else signs for an individual: the validation is the author's own.
  await expect(panel.getByText(/^Validé · Awa Ndiaye, /)).toBeVisible()
  await panel.getByRole('button', { name: 'Preuve de virement' }).click()
  const pdf = page.getByRole('dialog', { name: 'Preuve de virement' })
  await expect(pdf).toContainText(/Vérifier cette preuve/)
  const code = /verify\/([0-9A-Z]{16})/.exec(plain(await pdf.textContent()))?.[1] ?? ''
  await page.keyboard.press('Escape')
  await page.goto(`verify/${code}`)
  await expect(page.getByText('Cette preuve est authentique')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Cheikh Diatta')
  await page.getByLabel('Code de la preuve').fill('0000-0000 0000 000o')
  await page.getByRole('button', { name: 'Vérifier', exact: true }).click()
  await expect(page.getByText('La banque ne connaît pas cette preuve')).toBeVisible()
  expect(await balanceOn(page)).toBe(own - 12_500)
  await page.goto(`operations?search=${encodeURIComponent(label)}`)
  await page.getByRole('link', { name: 'Cheikh Diatta' }).click()
  await expect(page.getByRole('dialog')).toContainText(label)
  await page.keyboard.press('Escape')
  await signOut(page)

  await signIn(page, customers.student)
  expect(await balanceOn(page)).toBe(before + 12_500)
  await page.goto('operations')
  await expect(page.getByRole('table')).toContainText('Awa Ndiaye')
})

test('an amount above the balance is refused, and the form shows the available amount', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  await chooseCheikh(page)
  await page.getByLabel('Montant', { exact: true }).fill('5000000')
  await expect(page.getByText(/^Il manque .*\sF\sCFA, frais compris\.$/)).toBeVisible()
  await submitButton(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Certaines informations sont manquantes ou erronées.' })
  await expect(alert).toBeFocused()
  await expect(page.getByText(/^Solde disponible/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an amount is grouped while typing, and a pasted one is read', ONCE, async ({ page, context, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a test write the clipboard')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, customers.awa)
  await chooseCheikh(page)
  const amount = page.getByLabel('Montant', { exact: true })
  await amount.pressSequentially('12500')
  await expect(amount).toHaveValue('12\u202F500')
  await page.evaluate(() => navigator.clipboard.writeText('1 250 000 F CFA'))
  await amount.selectText()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(amount).toHaveValue('1\u202F250\u202F000')
})

test('leaving a form with content asks for confirmation', async ({ page }) => {
  await signIn(page, customers.awa)
  await chooseCheikh(page)
  await page.getByLabel('Montant', { exact: true }).fill('1000')
  await page.getByRole('link', { name: 'Quitter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quitter sans envoyer ?' })
  await dialog.getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('1\u202F000')
  await page.getByRole('link', { name: 'Quitter' }).click()
  await dialog.getByRole('button', { name: 'Quitter sans envoyer' }).click()
  await expect(page).toHaveURL(/\/transfers$/)
})

test('a read-only user has no action to send', ONCE, async ({ page }) => {
  await signIn(page, customers.director, 'transfers')
  await expect(page.getByRole('heading', { level: 1, name: 'Virements' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nouveau virement' })).toHaveCount(0)
  await page.goto('transfers/create')
  await expect(page.getByText('Vous n’êtes pas habilité à faire un virement sur ce compte')).toBeVisible()
})

test('another debited account keeps what was typed, and offers its own payees', ONCE, async ({ page }) => {
  await signIn(page, customers.treasurer, 'transfers/create')
  const from = page.getByRole('region', { name: 'De', exact: true }).getByRole('button')
  const before = await from.textContent()
  await page.getByLabel('Montant', { exact: true }).fill('12345')
  await page.getByLabel('Motif du virement').fill('Avance')
  await from.click()
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  await picker.getByRole('listitem').nth(1).getByRole('button').first().click()
  await expect(picker).toBeHidden()
  await expect(from).not.toHaveText(before ?? '')
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('12\u202F345')
  await expect(page.getByLabel('Motif du virement')).toHaveValue('Avance')
})

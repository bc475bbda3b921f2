import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { PASSWORD, customers, escapeAndContinue, isPhone, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'
import { mailTo } from '../outbox.ts'

async function open(page: Page) {
  await page.getByRole('button', { name: /^Menu d/ }).click()
  await page.getByRole('menuitem', { name: 'Informations personnelles' }).click()
  const dialog = page.getByRole('dialog', { name: 'Informations personnelles' })
  await expect(dialog).toBeVisible()
  return dialog
}
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

test('the telephone changes with re-authentication, and the e-mail address with a code that is sent to it', async ({
  page,
}) => {
  await signIn(page, customers.student)
  const dialog = await open(page)
  const address = (await dialog.getByText('@etudiants.example').textContent()) ?? ''
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Modifier l’e-mail ou le téléphone' }).click()
  const form = page.getByRole('dialog', { name: 'Vos coordonnées' })
  await form.getByLabel('Adresse e-mail').fill('cheikh')
  await form.getByLabel('Téléphone').fill('79 12')
  await form.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(form.getByText('L’email n’est pas valide')).toBeVisible()
  await expect(form.getByText('Le numéro de téléphone n’est pas valide')).toBeVisible()
  const next = `cheikh${isPhone(page) ? 2 : 1}@etudiants.example`
  await form.getByLabel('Adresse e-mail').fill(next)
  await form.getByLabel('Téléphone').fill('33 800 00 1' + (isPhone(page) ? '2' : '1'))
  await form.getByRole('button', { name: 'Enregistrer' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(confirmation).toContainText(next)
  await expect(confirmation.getByLabel('Votre mot de passe')).toBeFocused()
  await expect(confirmation.locator('input[autocomplete=username]')).toHaveValue(customers.student)
  await confirmation.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirmation.getByRole('button', { name: 'Enregistrer les coordonnées' }).click()
  const codeForm = page.getByRole('dialog', { name: 'Confirmez votre adresse' })
  await expect(codeForm).toContainText(next)
  await expectNoBarrier(page)
  await codeForm.getByRole('button', { name: 'Confirmer l’adresse' }).click()
  await expect(codeForm.getByText('Saisissez le code')).toBeVisible()
  // The page is left to read the e-mail: the change waits.
  await page.reload()
  const waiting = await open(page)
  await expect(waiting).toContainText(address)
  await expect(waiting).toContainText(isPhone(page) ? '+221 33 800 00 12' : '+221 33 800 00 11')
  await waiting.getByRole('button', { name: 'Saisir le code' }).click()
  const codeMail = /: (\d{6})\b/
  const code = codeMail.exec(await mailTo(next, codeMail))?.[1] ?? ''
  await codeForm.getByLabel('Code à six chiffres').fill(code === '000000' ? '000001' : '000000')
  await codeForm.getByRole('button', { name: 'Confirmer l’adresse' }).click()
  await expect(codeForm.getByText('Ce n’est pas le code. Essais restants : 4.')).toBeVisible()
  // The answer to the right code is lost: the portal finds out what became of it.
  await page.route(
    '**/wb-api/user/email',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await codeForm.getByLabel('Code à six chiffres').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await codeForm.getByRole('button', { name: 'Confirmer l’adresse' }).click()
  await expectStatus(page, 'Votre adresse e-mail a bien été modifiée.')
  await mailTo(address, new RegExp(next))
  const again = await open(page)
  await expect(again).toContainText(next)
  await expect(again.getByRole('button', { name: 'Saisir le code' })).toHaveCount(0)
})

test('a new address that is wrong is given up without a password', ONCE, async ({ page }) => {
  await signIn(page, customers.controller)
  const dialog = await open(page)
  const address = (await dialog.getByText('@').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Modifier l’e-mail ou le téléphone' }).click()
  const form = page.getByRole('dialog', { name: 'Vos coordonnées' })
  const wrong = 'faute@courrier.example'
  await form.getByLabel('Adresse e-mail').fill(wrong)
  await form.getByRole('button', { name: 'Enregistrer' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await confirmation.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirmation.getByRole('button', { name: 'Enregistrer les coordonnées' }).click()
  const codeForm = page.getByRole('dialog', { name: 'Confirmez votre adresse' })
  await codeForm.getByRole('button', { name: 'Envoyer un autre code' }).click()
  await expectStatus(page, 'Un autre code est parti. Seul le dernier est valable.')
  await codeForm.getByRole('button', { name: `Garder ${address}` }).click()
  await expectStatus(page, 'Votre adresse e-mail reste la même.')
  const again = await open(page)
  await expect(again).toContainText(address)
  await expect(again).not.toContainText(wrong)
})

test('a picture is cropped to a square, displayed in the menu, and deleted', async ({ page }) => {
  await signIn(page, customers.awa)
  const dialog = await open(page)
  await dialog.getByRole('button', { name: 'Ajouter une photo' }).click()
  const form = page.getByRole('dialog', { name: 'Votre photo' })
  const choose = (name: string, buffer: Buffer) =>
    form.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('photo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(form.getByText('Ce type de fichier n’est pas accepté : envoyez un JPEG ou un PNG.')).toBeVisible()
  await choose('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]))
  await expect(form.getByText('Ce fichier est endommagé ou illisible.')).toBeVisible()
  await choose('photo.png', await page.screenshot())
  await expectNoBarrier(page)
  await form.getByRole('slider', { name: 'Agrandissement' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/user/picture'))
  await form.getByRole('button', { name: 'Enregistrer' }).click()
  // Only the square is uploaded, however large the picture was.
  expect((await (await sent).headerValue('content-type')) ?? '').toContain('multipart/form-data')
  await expectStatus(page, 'Votre photo a bien été enregistrée.')
  const visible = page.getByRole('button', { name: /^Menu d/ }).locator('img')
  await expect(visible).toHaveAttribute('src', /^data:image\/jpeg/)
  await page.reload()
  await expect(visible).toBeVisible()
  await (await open(page)).getByRole('button', { name: 'Changer la photo' }).click()
  await form.getByRole('button', { name: 'Supprimer la photo' }).click()
  await expectStatus(page, 'Votre photo a bien été supprimée.')
  await expect(visible).toHaveCount(0)
})

test('another device is listed and signed out', ONCE, async ({ page, browser }) => {
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, customers.controller)
  await signIn(page, customers.controller)
  const dialog = await open(page)
  const lastSignIn = dialog.getByRole('definition').filter({ hasText: /^\d{1,2}(er)? \S+ \d{4} à \d{2}:\d{2}/ })
  await expect(lastSignIn).toContainText('Chrome · ')
  await dialog.getByRole('button', { name: 'Appareils connectés' }).click()
  const devices = page.getByRole('dialog', { name: 'Appareils connectés' })
  await expect(devices.getByRole('listitem').first()).toContainText('Cet appareil')
  await expectNoBarrier(page)
  await devices.getByRole('button', { name: 'Déconnecter les autres' }).click()
  await expect(devices.getByRole('button', { name: /^Déconnecter (?!les autres)/ })).toHaveCount(0)
  await elsewhere.goto('transfers')
  await expect(elsewhere).toHaveURL(/\/login/)
  await elsewhere.context().close()
  await devices.getByRole('button', { name: 'Retour' }).click()
  await expect(page.getByRole('dialog', { name: 'Informations personnelles' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the password changes with the current one', async ({ page }) => {
  test.skip(isPhone(page), 'the bank stays changed: made once')
  await signIn(page, customers.blocked)
  await (await open(page)).getByRole('button', { name: 'Changer le mot de passe' }).click()
  const form = page.getByRole('dialog', { name: 'Modifier votre mot de passe' })
  await expectNoBarrier(page)
  // Password managers store the new password under it.
  await expect(form.locator('input[autocomplete=username]')).toHaveValue(customers.blocked)
  const change = async (current: string, password: string) => {
    await form.getByLabel('Mot de passe actuel').fill(current)
    await form.getByLabel('Nouveau mot de passe').fill(password)
    await form.getByLabel('Confirmer le mot de passe').fill(password)
    await form.getByRole('button', { name: 'Enregistrer' }).click()
  }
  await change('pas le bon', 'Pirogue-bleue-47')
  await expect(form.getByText('Mot de passe incorrect')).toBeVisible()
  await escapeAndContinue(page)
  await change(PASSWORD, 'Pirogue-bleue-47')
  await expectStatus(page, 'Votre mot de passe a bien été modifié.')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Menu d/ })).toBeVisible()
})

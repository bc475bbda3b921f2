import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { fillCredentials, signOut } from '../customer.ts'
import { desk } from '../desk.ts'
import { oneTimeCode } from '../one-time-code.ts'
import { mailTo } from '../outbox.ts'
import { submitButton } from '../transfer-form.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const OWN_PASSWORD = 'Pirogue-bleue-47'

/** A file of operations with one deposit of cash. */
function cashFile(iban: string, amount: number): string {
  const file = join(process.env.DATA_DIR ?? 'data', `${iban}.csv`)
  const day = new Date().toISOString().slice(0, 10)
  const lines = [
    'account;value_date;amount;type;label;counterparty;reference',
    `${iban};${day};${amount};cash_deposit;VERSEMENT ESPECES;;`,
  ]
  writeFileSync(file, `${lines.join('\n')}\nEND;1;${amount}\n`)
  return file
}

/** A customer of their own for each journey: a second factor changes every later sign-in. Their first password is set by the link. */
async function newCustomer(page: Page, last_name: string) {
  const email = `${last_name.toLowerCase()}.${test.info().project.name}@courrier.example`
  const [customer] = await desk('customers', 'create', '--kind', 'individual', '--name', `Coumba ${last_name}`)
  const opening = ['--branch', '01003', '--kind', 'checking', '--label', 'Compte de chèques']
  const [account] = await desk('accounts', 'open', '--customer', String(customer?.['id']), ...opening)
  const person = ['--first-name', 'Coumba', '--last-name', last_name, '--email', email]
  const [user] = await desk('users', 'create', ...person)
  const login = String(user?.['login'])
  const savings = ['--branch', '01003', '--kind', 'savings', '--label', 'Compte d’épargne']
  const [second] = await desk('accounts', 'open', '--customer', String(customer?.['id']), ...savings)
  for (const one of [account, second]) await desk('rights', 'give', login, String(one?.['iban']), '--role', 'holder')
  await desk('operations', 'post', cashFile(String(account?.['iban']), 100_000))
  const mail = await mailTo(email, /password\/update#/)
  const [link = ''] = /http[^\s"<]+password\/update#[\w-]{43}/.exec(mail) ?? []
  await page.goto(`password/update${new URL(link).hash}`)
  await page.getByLabel('Nouveau mot de passe').fill(OWN_PASSWORD)
  await page.getByLabel('Confirmer le mot de passe').fill(OWN_PASSWORD)
  await button(page, 'Enregistrer').click()
  await expect(page).toHaveURL(/\/login$/)
  return { login, email }
}

async function openSecurity(page: Page) {
  await button(page, /^Menu d/).click()
  await page.getByRole('menuitem', { name: 'Informations personnelles' }).click()
  await button(page, 'Sécurité').click()
  await expect(page.getByRole('dialog', { name: 'Sécurité' })).toBeVisible()
}

async function confirmByPassword(page: Page, verb: string) {
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(OWN_PASSWORD)
  await dialog.getByRole('button', { name: verb }).click()
}

test('a passkey is added, signs in without a password, pays, is lost and removed', async ({ page, browser }) => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { login, email } = await newCustomer(page, 'Diatta')
  await fillCredentials(page, login, OWN_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  await openSecurity(page)
  await expectNoBarrier(page)
  await button(page, 'Ajouter une clé d’accès').click()
  await page.getByLabel('Nom de la clé').fill('Téléphone de Coumba')
  await button(page, 'Continuer').click()
  await confirmByPassword(page, 'Ajouter une clé d’accès')
  const codes = page.getByRole('dialog', { name: 'Vos codes de secours' })
  const recovery = codes.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await expect(recovery).toHaveCount(10)
  const [first = '', second = ''] = await recovery.allTextContents()
  await expectNoBarrier(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await codes.getByRole('button', { name: 'Copier' }).click()
  await expect(page.getByText('Les codes sont copiés.')).toBeVisible()
  // They are displayed once: nothing but the button closes them.
  await page.keyboard.press('Escape')
  await codes.getByRole('button', { name: 'Je les ai gardés' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Téléphone de Coumba' })).toBeVisible()
  await expect(page.getByText('10 sur 10 utilisables')).toBeVisible()
  await mailTo(email, /Une cl=C3=A9 d=E2=80=99acc=C3=A8s a =C3=A9t=C3=A9 ajout=C3=A9e|clé d’accès a été ajoutée/)
  await button(page, 'Retour').click()
  await expect(page.getByText('Les codes sont copiés.')).toBeHidden()
  await button(page, 'Fermer').last().click()

  await signOut(page)
  await button(page, 'Utiliser une clé d’accès').click()
  await expect(page).toHaveURL(/\/dashboard/)

  await button(page, /^Menu d/).click()
  await page.getByRole('menuitem', { name: 'Informations personnelles' }).click()
  await button(page, 'Modifier l’e-mail ou le téléphone').click()
  await page.getByLabel('Téléphone').fill('77 123 45 67')
  await button(page, 'Enregistrer').click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog.getByText('Confirmez avec votre clé d’accès')).toBeVisible()
  // What would let a thief stay is not confirmed by the password alone.
  await expect(dialog.getByRole('button', { name: 'Utiliser le mot de passe' })).toBeHidden()
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Enregistrer les coordonnées' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('transfers/create')
  await page.getByRole('group', { name: 'Mes comptes et derniers bénéficiaires' }).getByRole('button').first().click()
  await page.getByLabel('Montant', { exact: true }).fill('5000')
  await page.getByLabel('Motif du virement').fill('Mise de côté')
  await submitButton(page).click()
  // Below the amount of the bank the password would do; the passkey is one touch.
  await expect(dialog.getByRole('button', { name: 'Utiliser le mot de passe' })).toBeVisible()
  await dialog.getByRole('button', { name: /^Envoyer/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^5.000.F.CFA envoyés/)

  // The telephone is lost: another browser, the password and a recovery code.
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('login')
  await fillCredentials(other, login, OWN_PASSWORD)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Confirmez que c’est vous')
  // This browser has no authenticator: the code is still possible.
  await other.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await button(other, 'Utiliser ma clé d’accès').click()
  await expect(other.getByText('Aucune clé d’accès n’a été utilisée', { exact: false })).toBeVisible()
  await other.getByLabel('Code', { exact: true }).fill(first.toLowerCase())
  await button(other, 'Continuer').click()
  await expect(other).toHaveURL(/\/dashboard/)
  await openSecurity(other)
  await expect(other.getByText('9 sur 10 utilisables')).toBeVisible()
  await button(other, 'Supprimer Téléphone de Coumba').click()
  const removal = other.getByRole('dialog', { name: 'Confirmez l’opération' })
  await removal.getByRole('button', { name: 'Utiliser un code' }).click()
  await removal.getByLabel('Votre mot de passe').fill(OWN_PASSWORD)
  await removal.getByLabel('Code à six chiffres').fill(second)
  await removal.getByRole('button', { name: 'Supprimer la clé d’accès' }).click()
  await expect(other.getByRole('listitem').filter({ hasText: 'Téléphone de Coumba' })).toBeHidden()
  await elsewhere.close()

  await page.goto('dashboard')
  await signOut(page)
  await button(page, 'Utiliser une clé d’accès').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Cette clé d’accès n’est pas reconnue' })).toBeVisible()
})

/** A new customer with the dialog open in which an application of codes is added; answers its secret. */
async function prepareCodes(page: Page, name: string): Promise<{ login: string; secret: string }> {
  const { login } = await newCustomer(page, name)
  await fillCredentials(page, login, OWN_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  await openSecurity(page)
  await button(page, 'Ajouter une application').click()
  await confirmByPassword(page, 'Ajouter une application')
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return { login, secret: secret ?? '' }
}

test('an application of codes is active although the answer was lost', async ({ page }) => {
  const { secret } = await prepareCodes(page, 'Faye')
  const code = page.getByLabel('Code à six chiffres')
  const activation = /\/user\/one-time-codes$/
  const mayAnswer = Promise.withResolvers<void>()
  await page.route(activation, async (route) => {
    await route.fetch()
    await mayAnswer.promise
    await route.abort()
  })
  await code.fill(oneTimeCode(secret))
  await button(page, 'Activer').click()
  // The answer has the recovery codes: the dialog waits for it.
  await expect(button(page, 'Retour')).toBeDisabled()
  await expect(button(page, 'Fermer')).toHaveCount(0)
  mayAnswer.resolve()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await page.unroute(activation)
  await code.fill(oneTimeCode(secret))
  await button(page, 'Activer').click()
  await expect(page.getByText(/^L’application de codes est active\. Renouvelez les codes de secours/)).toBeVisible()
  await expect(page.getByText(/^Active depuis le/)).toBeVisible()
})

test('an application of codes is set up, and asked for on a new device', async ({ page, browser }) => {
  const { login, secret } = await prepareCodes(page, 'Sonko')
  await expect(page.getByRole('img', { name: 'Code QR de l’application' })).toBeVisible()
  await expectNoBarrier(page)
  const code = page.getByLabel('Code à six chiffres')
  await button(page, 'Activer').click()
  await expect(page.getByText('Saisissez le code', { exact: true })).toBeVisible()
  await code.fill('000000')
  await button(page, 'Activer').click()
  await expect(page.getByText('Code incorrect, expiré ou déjà utilisé')).toBeVisible()
  await code.fill(oneTimeCode(secret))
  await button(page, 'Activer').click()
  await button(page, 'Je les ai gardés').click()
  await expect(page.getByText(/^Active depuis le/)).toBeVisible()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('login')
  await fillCredentials(other, login, OWN_PASSWORD)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Confirmez que c’est vous')
  await expectNoBarrier(other)
  await other.getByLabel('Code', { exact: true }).fill('000000')
  await button(other, 'Continuer').click()
  await expect(other.getByText('Code incorrect, expiré ou déjà utilisé')).toBeVisible()
  // The code of the next period: the one of this period was used.
  await other.getByLabel('Code', { exact: true }).fill(oneTimeCode(secret, 1))
  await button(other, 'Continuer').click()
  await expect(other).toHaveURL(/\/dashboard/)
  // From now on this browser is known.
  await signOut(other)
  await fillCredentials(other, login, OWN_PASSWORD)
  await expect(other).toHaveURL(/\/dashboard/)
  await elsewhere.close()

  // Forgotten, it would be asked again; its session ends at once.
  await button(page, 'Retour').click()
  await button(page, 'Appareils connectés').click()
  const devices = page.getByRole('region', { name: 'Appareils reconnus' })
  await devices.getByRole('button', { name: /^Oublier/ }).click()
  await expect(devices).toBeHidden()
})

test('without a second factor a new device waits for the link of an e-mail', async ({ page, browser }) => {
  const { login, email } = await newCustomer(page, 'Badiane')
  await desk('parameters', 'set', 'factor_link', '1')
  await desk('parameters', 'set', 'factor_amount', '1000000')
  try {
    await fillCredentials(page, login, OWN_PASSWORD)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultez votre e-mail')
    // A telephone drops the page while its owner reads the e-mail.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultez votre e-mail')
    await expectNoBarrier(page)
    const mail = await mailTo(email, /login\/device#/)
    const [link = ''] = /http[^\s"<]+login\/device#[\w-]{43}/.exec(mail) ?? []
    const reader = await browser.newContext()
    const telephone = await reader.newPage()
    // A bad network does not make the link one that is over.
    await telephone.route('**/user/auth/links/*', (route) => route.abort())
    await telephone.goto(`login/device${new URL(link).hash}`)
    await expect(button(telephone, 'Réessayer')).toBeVisible()
    await telephone.unroute('**/user/auth/links/*')
    await button(telephone, 'Réessayer').click()
    await expect(telephone.getByRole('heading', { level: 1 })).toHaveText('Est-ce bien vous ?')
    await expect(telephone.getByText(/^Chrome · /)).toBeVisible()
    expect(telephone.url()).toMatch(/\/login\/device$/)
    await expectNoBarrier(telephone)
    await button(telephone, 'Oui, autoriser cet appareil').click()
    await expect(telephone.getByRole('heading', { level: 1 })).toHaveText('L’appareil est autorisé')
    await reader.close()
    await expect(page).toHaveURL(/\/dashboard/)
    // The bank requires a second factor of large amounts: there is time to add one.
    const notice = page.getByRole('note').filter({ hasText: 'Protégez vos virements' })
    await expect(notice).toContainText(/^.*Avant le \d/)
    await expectNoBarrier(page)
    await notice.getByRole('button', { name: 'Ajouter maintenant' }).click()
    await expect(page.getByRole('dialog', { name: 'Sécurité' })).toBeVisible()
    await button(page, 'Retour').click()
    await button(page, 'Fermer').last().click()
    await notice.getByRole('button', { name: 'Fermer le message' }).click()
    await expect(notice).toBeHidden()
  } finally {
    await desk('parameters', 'set', 'factor_link', '0')
    await desk('parameters', 'set', 'factor_amount', '-1')
  }
})

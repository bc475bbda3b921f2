// Tests that an amount field has the displayed value or an error: typed text is never dropped.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { accountSwitch, customers, PASSWORD, plain, signIn } from '../customer.ts'
import { choosePayee, confirmTransfer, submitButton } from '../transfer-form.ts'
import { desk } from '../desk.ts'

const translations = {
  fr: {
    amount: 'Montant',
    label: 'Motif du virement',
    missing: 'Certaines informations sont manquantes ou erronées.',
    cents: 'Un montant en F CFA n’a pas de décimales : saisissez un nombre entier.',
    topUp: 'Recharger une carte',
    topUpAmount: 'Montant de la recharge',
    submit: 'Recharger la carte',
    newPayee: 'Nouveau',
    payeeName: 'Nom du titulaire',
    payeeAccount: 'IBAN ou RIB',
    savePayee: 'Enregistrer le bénéficiaire',
    password: 'Votre mot de passe',
    sent: 'Votre demande de virement a bien été transmise.',
    typedEuro: '1234,56',
    euro: '1 234,56 EUR',
    movement: '− 1 234,56 EUR',
  },
  en: {
    amount: 'Amount',
    label: 'Transfer label',
    missing: 'Some information is missing or incorrect.',
    cents: 'An amount in F CFA has no decimals: enter a whole number.',
    topUp: 'Top up a card',
    topUpAmount: 'Top-up amount',
    submit: 'Top up card',
    newPayee: 'New',
    payeeName: 'Name of the holder',
    payeeAccount: 'IBAN or RIB',
    savePayee: 'Save the beneficiary',
    password: 'Your password',
    sent: 'Your transfer request has been submitted.',
    typedEuro: '1,234.56',
    euro: '1,234.56 EUR',
    movement: '− 1,234.56 EUR',
  },
} as const

async function speak(page: Page, language: keyof typeof translations): Promise<void> {
  await page.evaluate((lang) => {
    const key = 'connect.state'
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), lang }))
  }, language)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

const text = async (field: Locator) => plain(await field.inputValue())

for (const language of ['fr', 'en'] as const) {
  const labels = translations[language]

  test(`decimals of francs are an error in a transfer, typed or pasted (${language})`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, customers.awa, 'transfers/create')
    await speak(page, language)
    await choosePayee(page, 'Cheikh Diatta')
    const amount = page.getByLabel(labels.amount, { exact: true })
    await page.getByLabel(labels.label).fill('Loyer')
    await amount.pressSequentially('75 000,50')
    expect(await text(amount)).toBe('75 000,50')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: labels.missing })).toBeVisible()
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(labels.cents)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // Pasted, it is the same error; the next key does not turn it into another amount.
    await page.evaluate(() => navigator.clipboard.writeText('1,500.50'))
    await amount.selectText()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(amount).toHaveValue('1,500.50')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await amount.fill('75000')
    await expect(amount).not.toHaveAttribute('aria-invalid')
    await expect(page.getByRole('alert').filter({ hasText: labels.missing })).toHaveCount(0)
    await expect(amount).toHaveValue(language === 'fr' ? '75\u202F000' : '75,000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByLabel(labels.password)).toBeVisible()
  })

  test(`decimals of francs are an error in a top-up (${language})`, async ({ page }) => {
    await signIn(page, customers.awa, 'payment-methods/cards')
    await speak(page, language)
    await page.getByRole('button', { name: labels.topUp, exact: true }).first().click()
    const panel = page.getByRole('dialog', { name: labels.topUp })
    const amount = panel.getByLabel(labels.topUpAmount)
    await amount.pressSequentially('50 000,5')
    expect(await text(amount)).toBe('50 000,5')
    await panel.getByRole('button', { name: labels.submit }).click()
    await expect(panel.getByText(labels.cents)).toBeVisible()
    await expect(amount).toBeFocused()
    // A usual amount replaces it.
    await panel.getByRole('button', { name: /25[\s,]000/ }).click()
    await expect(panel.getByText(labels.cents)).toHaveCount(0)
    expect((await text(amount)).replaceAll(/\D/g, '')).toBe('25000')
  })
}

test('a euro account accepts cents with the decimal separator of the language', async ({ page }) => {
  await signIn(page, customers.diaspora, 'operations')
  await accountSwitch(page).click()
  await page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: 'devises' })
    .getByRole('button')
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const openFilters = (name: RegExp) => page.getByRole('button', { name }).locator('visible=true').first().click()
  await openFilters(/^Filtres/)
  const least = page.getByLabel('Montant min.')
  await least.pressSequentially('1090.50')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Voulez-vous dire 1\s090,50\s\?/)).toBeVisible()
  await page.getByRole('button', { name: /^Afficher / }).click()
  await expect(least).toBeFocused()
  await least.fill('')
  await least.pressSequentially('1090,5')
  await page.keyboard.press('Tab')
  await expect(least).toHaveValue('1\u202F090,50')
  await page.getByRole('button', { name: /^Afficher / }).click()
  await expect(page).toHaveURL(/min=109050/)
  await speak(page, 'en')
  await openFilters(/^Filters/)
  await expect(page.getByLabel('Lowest amount')).toHaveValue('1,090.50')
})

for (const language of ['fr', 'en'] as const) {
  const labels = translations[language]

  test(`euro cents are the same amount in the field, the review, the confirmation and the lists (${language})`, async ({
    page,
  }) => {
    const name = `Marème Cents ${language}`
    const [customer] = await desk('customers', 'create', '--kind', 'individual', '--name', name)
    const opening = ['--branch', '01002', '--kind', 'currency', '--currency', 'EUR', '--label', 'Compte EUR']
    const [account] = await desk('accounts', 'open', '--customer', String(customer?.['id']), ...opening)
    // Paid as to a payee who is no longer new.
    await desk('parameters', 'set', 'new_payee_hours', '0')
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, customers.diaspora)
    await accountSwitch(page).click()
    await page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: 'devises' })
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('transfers/create')
    await speak(page, language)
    await page.getByRole('link', { name: labels.newPayee, exact: true }).click()
    await page.getByLabel(labels.payeeName).fill(name)
    await page.getByLabel(labels.payeeAccount).fill(String(account?.['iban']))
    await page.getByRole('button', { name: labels.savePayee, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(labels.password).fill(PASSWORD)
    await dialog.getByRole('button', { name: labels.savePayee }).click()
    await expect(page.getByRole('main')).toContainText(name)
    await page.getByLabel(labels.amount, { exact: true }).pressSequentially(labels.typedEuro)
    await page.getByLabel(labels.label).fill('Loyer')
    const shows = async (what: Locator, amount: string) =>
      expect.poll(async () => plain(await what.textContent())).toContain(amount)
    await shows(page.getByRole('complementary'), labels.euro)
    await submitButton(page).click()
    await shows(dialog, labels.euro)
    await confirmTransfer(page)
    // Before a command of an operator: the message is gone after some seconds.
    await expect(page.getByText(labels.sent).first()).toBeVisible()
    await desk('parameters', 'set', 'new_payee_hours', '24')
    await shows(page.getByRole('main'), labels.euro)
    for (const list of ['transfers', 'operations']) {
      await page.goto(list)
      const row = page.getByRole('row').filter({ hasText: name }).first()
      await shows(row, labels.movement)
    }
    // The rate in the header formats the euro as the lists do.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByRole('button', { name: /1 EUR =/ })).toBeVisible()
    expect(await page.locator('body').evaluate((body) => (body as HTMLElement).innerText)).not.toContain('€')
  })
}

test('an amount of zero shows no figures of the amount before it', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await choosePayee(page, 'Cheikh Diatta')
  const amount = page.getByLabel('Montant', { exact: true })
  await amount.fill('10000')
  await expect(page.getByText(/^Reste après/)).toBeVisible()
  await amount.fill('0')
  await amount.blur()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/^Reste après/)).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Récapitulatif' })).not.toContainText(/10.000/)
})

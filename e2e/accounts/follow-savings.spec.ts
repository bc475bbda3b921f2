// Credits and deposits of a company: reading, exports and requests.
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { customers, PASSWORD, plain, signIn } from '../customer.ts'
import { desk } from '../desk.ts'

/** The open request. */
async function inputOf(deposit: string): Promise<string> {
  const requests = await desk('deposits', 'requests')
  return String(requests.find((request) => String(request['deposit']).endsWith(deposit))?.['id'])
}

test('days are counted from the bank’s date, whatever the device’s clock', async ({ browser }) => {
  const leftOn = async (days: number) => {
    const page = await browser.newPage()
    await page.clock.install({ time: Date.now() + days * 86_400_000 })
    await signIn(page, customers.accountant, 'dat')
    await page
      .getByRole('row', { name: /En cours/ })
      .first()
      .getByRole('link')
      .click()
    const left = await page.getByText(/^encore \d+ jours?$/).textContent()
    await page.goto('credits')
    await page
      .getByRole('row', { name: /Station de pompage/ })
      .getByRole('link')
      .click()
    await page.getByRole('button', { name: 'Rembourser avant l’échéance' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Rembourser avant l’échéance' }).getByText('Total à rembourser'),
    ).toBeVisible()
    await page.close()
    return left
  }
  expect(await leftOn(-3)).toBe(await leftOn(40))
})

test('a credit shows its progress and downloads its schedule', async ({ page }) => {
  await signIn(page, customers.accountant, 'credits')
  const credit = page.getByRole('row', { name: /Station de pompage/ })
  await expect(credit).toContainText('En cours')
  await credit.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crédit d’équipement')
  await expect(page.getByText('Nombre total d’échéances')).toHaveCount(1)
  const next = page.getByRole('complementary')
  await expect(next.getByText('Prochaine échéance')).toBeVisible()
  await expect(page.getByText('Échéances impayées').locator('xpath=..')).toContainText('À jour')

  await page.getByRole('button', { name: 'Rembourser avant l’échéance' }).click()
  const early = page.getByRole('dialog', { name: 'Rembourser avant l’échéance' })
  await expect(early.getByText('Total à rembourser')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Tableau d’amortissement' }).click()
  await expect(page).toHaveURL(/tab=board/)
  const open = page.getByRole('button', { name: /^À venir \(\d+\)$/ })
  await expect(open).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Toutes (60)' }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(61)
  expect(plain(await table.getByRole('row').nth(1).textContent())).toContain('Payée le')
  // The mark of a paid instalment stands beside its date, also on a phone.
  const [day, mark] = await Promise.all([
    table.locator('span:has(> svg)').first().boundingBox(),
    table.locator('span > svg').first().boundingBox(),
  ])
  expect(mark?.x).toBeGreaterThan((day?.x ?? Infinity) + 30)
  // The view stands in the address: a reload and the other tab keep it.
  await expect(page).toHaveURL(/\?tab=board&view=all$/)
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(61)
  await page.getByRole('link', { name: 'Résumé' }).click()
  await expect(page.getByText('Nombre total d’échéances')).toBeVisible()
  const board = page.getByRole('link', { name: 'Tableau d’amortissement' })
  await board.click()
  await expect(board).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Toutes (60)' })).toHaveAttribute('aria-pressed', 'true')
  await open.click()
  await expect(page).toHaveURL(/\?tab=board$/)
  await page.goto(`${page.url()}&view=zzz`)
  await expect(page).toHaveURL(/\?tab=board$/)
  await expect(open).toHaveAttribute('aria-pressed', 'true')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger l’échéancier' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await coming
  const [head, ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(head).toContain('"N°";"Échéance";"Capital"')
  expect(lines).toHaveLength(60)
  // The capital of all lines sums to the loan.
  expect(lines.reduce((sum, line) => sum + Number(line.split(';')[2]), 0)).toBe(45_000_000)
})

test('unpaid instalments are displayed first', async ({ page }) => {
  await signIn(page, customers.overdrawn, 'credits')
  await expect(page.getByText('2 échéances impayées')).toBeVisible()
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByText('2 échéances sont impayées')).toBeVisible()
  await expect(page.getByText(/d’intérêts de retard à ce jour/)).toBeVisible()
})

test('a deposit shows its interest, and its renewal is requested from the bank', async ({ page }) => {
  await signIn(page, customers.accountant, 'dat')
  await page.getByRole('button', { name: 'Simuler un placement' }).click()
  const simulator = page.getByRole('dialog', { name: 'Simuler un placement' })
  await simulator.getByLabel('Montant à placer').fill('6000000')
  await simulator.getByLabel('Durée').selectOption('12')
  await simulator.getByLabel('Périodicité de versement des intérêts').selectOption('quarterly')
  await expect(simulator.getByText('Nombre de versements').locator('xpath=..')).toContainText('4')
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /-0142/ }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dépôt à terme 12 mois')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5)
  await page.getByRole('button', { name: 'Rompre avant l’échéance' }).click()
  const breaking = page.getByRole('dialog', { name: 'Rompre ce placement ?' })
  await expect(breaking.getByText('Vous recevriez')).toBeVisible()
  await breaking.getByRole('button', { name: 'Garder le placement' }).click()

  await page.getByRole('button', { name: 'Reconduire à l’échéance' }).click()
  const confirm = page.getByRole('dialog')
  await confirm.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Demander la reconduction' }).click()
  await expect(page.getByText('Votre demande a bien été transmise à la banque.')).toBeVisible()
  await expect(page.getByText('Reconduction demandée')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconduire à l’échéance' })).toHaveCount(0)

  await desk(
    'deposits',
    'refuse',
    await inputOf('-0142'),
    '--reason',
    'Les taux de cette offre ont changé : écrivez-nous.',
  )
  await expect(page.getByText('Reconduction refusée')).toBeVisible()
  await expect(page.getByText('Les taux de cette offre ont changé : écrivez-nous.')).toBeVisible()
  // The same may be asked again from the open page, and is another request.
  await page.getByRole('button', { name: 'Reconduire à l’échéance' }).click()
  await confirm.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Demander la reconduction' }).click()
  await expect(page.getByText('Reconduction demandée')).toBeVisible()
  await desk('deposits', 'refuse', await inputOf('-0142'), '--reason', 'Les taux de cette offre ont changé encore.')
  await expect(page.getByText('Les taux de cette offre ont changé encore.')).toBeVisible()
})

test('breaking a deposit pays the amount that its page displayed', async ({ page }) => {
  await signIn(page, customers.diaspora, 'dat')
  await page.getByRole('row', { name: /-0205/ }).getByRole('link').click()
  await page.getByRole('button', { name: 'Rompre avant l’échéance' }).click()
  const breaking = page.getByRole('dialog', { name: 'Rompre ce placement ?' })
  const announced = plain(await breaking.getByText('Vous recevriez').locator('xpath=..').textContent()).replace(
    'Vous recevriez',
    '',
  )
  expect(announced).toMatch(/^[\d ]{9,} F\sCFA/)
  await breaking.getByRole('button', { name: 'Demander la rupture' }).click()
  const confirm = page.getByRole('dialog').filter({ has: page.getByLabel('Votre mot de passe') })
  await confirm.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Demander la rupture' }).click()
  await expect(page.getByText('Rupture demandée')).toBeVisible()

  // The open page shows the answer by itself, and the money is on the account.
  await desk('deposits', 'accept', await inputOf('-0205'))
  await expect(page.getByText('Rompu par anticipation')).toBeVisible()
  expect(plain(await page.getByText('Vous avez reçu').locator('xpath=..').textContent())).toContain(announced)
  await page.goto('operations')
  const back = page.getByRole('row', { name: /Dépôt à terme \d{4}-0205/ })
  await expect(back.first()).toBeVisible()
  expect((await back.allTextContents()).map(plain).join(' ')).toContain('3 000 000')
})

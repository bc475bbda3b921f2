// Removing the last row of a page shows the page before.
import { ibanFrom } from 'contract/values/iban.ts'
import pg from 'pg'
import { expect, type Page, test } from '@playwright/test'
import { customers, PASSWORD, signIn } from '../customer.ts'

const ACCOUNT = "(SELECT id FROM accounts WHERE number = '100001101001')"
const NAME = 'Rangéedelafin'
/** One more than the length of a page. */
const ROWS = 21

async function inBank(work: (bank: pg.Client) => Promise<unknown>): Promise<void> {
  const bank = new pg.Client({ connectionString: process.env.CONNECT_DATABASE ?? '' })
  await bank.connect()
  await work(bank)
  await bank.end()
}

// The rows belong to this journey only: others count the rows they find.
test.beforeEach(() =>
  inBank(async (bank) => {
    await bank.query(
      `INSERT INTO beneficiaries (account_id, id, name, iban, created_at)
       SELECT ${ACCOUNT}, gen_random_uuid(), '${NAME} ' || lpad(n::text, 2, '0'), iban, now()
       FROM unnest($1::text[]) WITH ORDINALITY AS t (iban, n)`,
      [
        Array.from({ length: ROWS }, (_, i) =>
          ibanFrom('SN', 'SN998', '01001', String(7_700_000_000 + i).padStart(12, '0')),
        ),
      ],
    )
    await bank.query(
      `INSERT INTO messages (account_id, id, subject, sender, body, sent_at, read_at)
       SELECT ${ACCOUNT}, gen_random_uuid(), '${NAME} ' || n, 'Service client', 'Bonjour', now() - n * interval '1 day', now() FROM generate_series(1, $1) n`,
      [ROWS],
    )
  }),
)
test.afterEach(() =>
  inBank(async (bank) => {
    await bank.query(`UPDATE beneficiaries SET removed_at = now() WHERE name LIKE '${NAME}%' AND removed_at IS NULL`)
    await bank.query(`DELETE FROM messages WHERE subject LIKE '${NAME}%'`)
  }),
)

const links = (page: Page) => page.getByRole('table').getByRole('link', { name: new RegExp(`^${NAME}`) })
const missing = (page: Page) => page.getByText('Cette page n’existe pas')

test('deleting the only beneficiary of the last page shows the previous page', async ({ page }) => {
  await signIn(page, customers.awa, `transfers/beneficiaries?search=${NAME}`)
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(links(page)).toHaveCount(1)
  await links(page).click()
  await page.getByRole('dialog', { name: 'Bénéficiaire' }).getByRole('button', { name: 'Supprimer' }).click()
  await page
    .getByRole('dialog', { name: 'Supprimer ce bénéficiaire ?' })
    .getByRole('button', { name: 'Supprimer le bénéficiaire' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Supprimer le bénéficiaire' }).click()
  await expect(links(page)).toHaveCount(ROWS - 1)
  await expect(missing(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/page=2/)
})

test('archiving the only message of the last page shows the list with its search', async ({ page }) => {
  await signIn(page, customers.awa, `inbox?search=${NAME}`)
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(links(page)).toHaveCount(1)
  await links(page).click()
  // The back link leads to the same page of the same list.
  await page.getByRole('main').getByRole('link', { name: 'Messagerie', exact: true }).click()
  await expect(links(page)).toHaveCount(1)
  await links(page).click()
  await page.getByRole('button', { name: 'Archiver', exact: true }).click()
  await expect(links(page)).toHaveCount(ROWS - 1)
  await expect(missing(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/inbox\\?search=${encodeURIComponent(NAME)}$`))
})

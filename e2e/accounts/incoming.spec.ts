// Tests what comes from outside: transfers and direct debits of other banks, and card payments that are authorised.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ibanFrom } from 'contract/values/iban.ts'
import { expect, type Page, test } from '@playwright/test'
import { balanceOn, customers, PASSWORD, plain, signIn } from '../customer.ts'
import { desk } from '../desk.ts'

const AMINATA = ibanFrom('SN', 'SN999', '01002', '100003101001')
const STUDENT = ibanFrom('SN', 'SN999', '05001', '100002101001')
const BANK = 'TERASNDA'
const agent = (name: string, bic: string) => `<${name}><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></${name}>`
const xml = (type: string, body: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${type}">${body}</Document>`

/** Puts a file where the networks leave theirs: whole, as their transport does. */
function deliver(folder: string, name: string, content: string): void {
  const target = join(process.env.DATA_DIR ?? 'data', 'clearing', folder)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, `.${name}`), content)
  renameSync(join(target, `.${name}`), join(target, name))
}

/** Reloads the page until what the worker makes is there. */
const untilSeen = (page: Page, look: () => Promise<void>) =>
  expect(async () => {
    await page.reload()
    await look()
  }).toPass({ timeout: 30_000 })

test('a salary from another bank arrives with its payer and purpose, and has a notice', async ({ page }, {
  project,
}) => {
  const id = `E2E-${project.name}-${Date.now()}`.slice(0, 30)
  const today = new Date().toISOString().slice(0, 10)
  deliver(
    'in',
    `${id}.xml`,
    xml(
      'pacs.008.001.08',
      `<FIToFICstmrCdtTrf><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${today}T08:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd><ClrSys><Prtry>SICA-UEMOA</Prtry></ClrSys></SttlmInf>${agent('InstgAgt', 'CBAOSNDA')}${agent('InstdAgt', BANK)}</GrpHdr><CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId><TxId>${id}</TxId></PmtId><PmtTpInf><CtgyPurp><Cd>SALA</Cd></CtgyPurp></PmtTpInf><IntrBkSttlmAmt Ccy="XOF">345678</IntrBkSttlmAmt><IntrBkSttlmDt>${today}</IntrBkSttlmDt><ChrgBr>SLEV</ChrgBr><Dbtr><Nm>Atelier Ndeye Coumba</Nm></Dbtr>${agent('DbtrAgt', 'CBAOSNDA')}${agent('CdtrAgt', BANK)}<Cdtr><Nm>Aminata Sow-Lefort</Nm></Cdtr><CdtrAcct><Id><IBAN>${AMINATA}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Mars 2026</Ustrd></RmtInf></CdtTrfTxInf></FIToFICstmrCdtTrf>`,
    ),
  )
  await signIn(page, customers.diaspora, `operations?search=${id}`)
  const row = page.getByRole('table').getByRole('link', { name: /Atelier Ndeye Coumba/ })
  await untilSeen(page, () => expect(row).toBeVisible({ timeout: 5_000 }))
  await row.click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  await expect(panel).toContainText('Salaire de mars 2026')
  await expect(panel).toContainText(id)
  await panel.getByRole('button', { name: 'Voir l’avis' }).click()
  const notice = page.getByRole('dialog', { name: /Avis/ })
  await expect(notice.getByText('Avis de crédit').first()).toBeAttached()
  await page.keyboard.press('Escape')
  await page.goto('statements?type=swift')
  await expect(
    page
      .getByRole('table')
      .getByRole('button', { name: /Jean Lefort/ })
      .first(),
  ).toBeVisible()
})

test('an authorised card payment stands among what comes, and is no longer available', async ({ page }, {
  project,
}) => {
  const shop = `KIOSQUE ${project.name.toUpperCase()} ${Date.now()}`
  const today = new Date().toISOString().slice(0, 10)
  const file = join(process.env.DATA_DIR ?? 'data', `${project.name}-card.csv`)
  writeFileSync(
    file,
    `account;value_date;amount;type;label;counterparty;reference\n${STUDENT};${today};-1250;card;PAIEMENT CB ${shop};;${Date.now()}\nEND;1;-1250\n`,
  )
  await desk('operations', 'announce', file)
  await signIn(page, customers.student)
  const balance = await balanceOn(page)
  const available = page.getByText(/^Disponible\s:/)
  await expect(available).toBeVisible()
  const [, digits] = /(\d+) francs/.exec(plain(await available.textContent())) ?? []
  expect(Number(digits)).toBeLessThanOrEqual(balance - 1_250)
  await page.goto('operations')
  await page.getByRole('button', { name: /^À venir/ }).click()
  await expect(page.getByRole('table').getByRole('link', { name: new RegExp(shop, 'i') })).toBeVisible()
})

test('a direct debit of the country waits for its mandate to be confirmed', async ({ page }, { project }) => {
  const id = `DD-${project.name}-${Date.now()}`.slice(0, 30)
  const creditor = `Eaux du Baol ${project.name}`
  const due = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)
  const today = new Date().toISOString().slice(0, 10)
  deliver(
    'in/collections',
    `${id}.xml`,
    xml(
      'pacs.003.001.08',
      `<FIToFICstmrDrctDbt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${today}T08:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf>${agent('InstgAgt', 'CBAOSNDA')}</GrpHdr><DrctDbtTxInf><PmtId><EndToEndId>${id}</EndToEndId><TxId>${id}</TxId></PmtId><PmtTpInf><SeqTp>FRST</SeqTp></PmtTpInf><IntrBkSttlmAmt Ccy="XOF">7300</IntrBkSttlmAmt><ChrgBr>SLEV</ChrgBr><ReqdColltnDt>${due}</ReqdColltnDt><DrctDbtTx><MndtRltdInf><MndtId>${id}</MndtId><DtOfSgntr>2026-01-15</DtOfSgntr></MndtRltdInf><CdtrSchmeId><Id><PrvtId><Othr><Id>SN27ZZZ004812</Id></Othr></PrvtId></Id></CdtrSchmeId></DrctDbtTx><Cdtr><Nm>${creditor}</Nm></Cdtr>${agent('CdtrAgt', 'CBAOSNDA')}<Dbtr><Nm>Aminata Sow-Lefort</Nm></Dbtr><DbtrAcct><Id><IBAN>${AMINATA}</IBAN></Id></DbtrAcct></DrctDbtTxInf></FIToFICstmrDrctDbt>`,
    ),
  )
  await signIn(page, customers.diaspora, 'debits?tab=mandates')
  const link = page.getByRole('link', { name: creditor })
  await untilSeen(page, () => expect(link).toBeVisible({ timeout: 5_000 }))
  await link.click()
  const mandate = page.getByRole('dialog', { name: 'Mandat de prélèvement' })
  await expect(mandate.getByText('Mandat à confirmer')).toBeVisible()
  await mandate.getByRole('button', { name: 'Confirmer le mandat' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await confirmation.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(mandate.getByRole('button', { name: 'Suspendre le mandat' })).toBeVisible()
})

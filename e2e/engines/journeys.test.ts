// The main journeys of a customer in Firefox and in WebKit, the engine of Safari, on the bank that `npm run e2e` opens.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ibanFrom } from 'contract/values/iban.ts'
import { customers, PASSWORD } from '../customers.ts'
import { type Browser, openBrowser } from './engine.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

const portal = process.env.CONNECT_ADDRESS ?? 'http://localhost:8080/connect/'

describe.each([firefox, webkit])('in $name', (engine) => {
  let browser: Browser
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'connect-files-'))
    browser = await openBrowser(engine, portal)
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function signIn(id: string): Promise<void> {
    await browser.open('login')
    await browser.type('Identifiant', id)
    await browser.type('Mot de passe', PASSWORD)
    await browser.press('button', 'Se connecter')
    await browser.isAt('/dashboard')
  }

  async function confirm(verb: string): Promise<void> {
    await browser.sees('Confirmez l’opération')
    await browser.type('Votre mot de passe', PASSWORD)
    await browser.press('button', verb)
  }

  async function signOut(): Promise<void> {
    await browser.open('logout')
    await browser.isAt('/login')
  }

  it('signs in, shows the home page and stays signed in after a reload', async () => {
    await signIn(customers.awa)
    await browser.sees('Awa Ndiaye')
    await browser.sees('F CFA')
    await browser.reload()
    await browser.sees('F CFA')
    await browser.isAt('/dashboard')
  })

  it('lists operations by month and exports them as a file', async () => {
    await browser.open('operations')
    await browser.sees(String(new Date().getUTCFullYear()))
    await browser.press('button', 'Exporter')
    await browser.press('radio', 'CSV')
    await browser.press('button', 'Exporter')
    await browser.downloads('Operations-', '"Date";"État";"Type";"Nom";"Motif";"Libellé de la banque"')
  })

  it('sends a transfer with re-authentication', async () => {
    await browser.open('transfers/create')
    await browser.press('button', 'Cheikh Diatta')
    await browser.type('Montant', '7500')
    await browser.type('Motif du virement', `Cours en ${engine.name}`)
    await browser.press('button', 'Vérifier et envoyer')
    await confirm('Envoyer')
    await browser.sees('envoyés à Cheikh Diatta')
    await signOut()
  })

  it('imports a file of transfers and sends them for signature', async () => {
    await signIn(customers.accountant)
    await browser.open('transfers/create/multiple')
    const iban = ibanFrom('SN', 'SN010', '01520', engine.name === 'WebKit' ? '485000000901' : '485000000902')
    const file = join(folder, `salaires-${engine.name}.csv`)
    writeFileSync(file, `nom_beneficiaire;iban;montant;libelle\nKhady ${engine.name};${iban};150 000;Salaire\n`)
    await browser.attach(file)
    await browser.sees('1 virement sélectionné')
    await browser.press('button', 'Envoyer les virements')
    await confirm('Envoyer les virements')
    await browser.sees('Signatures manquantes')
    await signOut()
  })

  it('has written no error to the console', () => {
    expect(browser.errors()).toEqual([])
  })
})

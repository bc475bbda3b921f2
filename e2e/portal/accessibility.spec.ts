// Every screen of the portal under axe, in both themes, and none of them wider than the smallest phone.
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { accountSwitch, customers, isPhone, signIn } from '../customer.ts'
import { yearOfNext } from '../days.ts'
import { choosePayee, payeeField, submitButton } from '../transfer-form.ts'

type Stop = { name: string; go: (page: Page) => Promise<void> }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function openAlerts(page: Page): Promise<void> {
  if (!isPhone(page)) return page.getByRole('button', { name: /^Alertes, / }).click()
  await page.getByRole('button', { name: 'Plus' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Alertes' }).click()
}

const stops: Stop[] = [
  { name: 'dashboard', go: async (page) => page.getByRole('heading', { name: 'À venir' }).waitFor() },
  {
    name: 'account picker',
    go: async (page) => {
      await accountSwitch(page).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'user menu',
    go: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Menu d/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'personal information',
    go: async (page) => {
      await page.getByRole('menuitem', { name: 'Informations personnelles' }).click()
      await page.getByRole('dialog', { name: 'Informations personnelles' }).waitFor()
    },
  },
  {
    name: 'contact details',
    go: async (page) => {
      await press(page, 'Modifier l’e-mail ou le téléphone')
      await page.getByLabel('Adresse e-mail').waitFor()
    },
  },
  {
    name: 'devices',
    go: async (page) => {
      await press(page, 'Annuler')
      await press(page, 'Appareils connectés')
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'password',
    go: async (page) => {
      await press(page, 'Retour')
      await press(page, 'Changer le mot de passe')
      await page.getByLabel('Nouveau mot de passe').fill('Baobab')
    },
  },
  {
    name: 'alerts',
    go: async (page) => {
      await page.goto('dashboard')
      await openAlerts(page)
      await page.getByRole('dialog', { name: 'Alertes', exact: true }).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'choice of alerts',
    go: async (page) => {
      await press(page, 'Choisir mes alertes')
      await page.getByRole('heading', { name: 'Sécurité, toujours' }).waitFor()
    },
  },
  {
    name: 'operations',
    go: async (page) => {
      await page.goto('operations')
      await page.getByRole('table').waitFor()
      await page.getByRole('button', { name: /^À venir/ }).click()
    },
  },
  {
    name: 'analysis of operations',
    go: async (page) => {
      await page.goto('operations/analysis')
      await page.getByRole('heading', { name: 'Mois par mois' }).waitFor()
    },
  },
  {
    name: 'filters of operations',
    go: async (page) => {
      await page.goto('operations?account=all&sign=debit&search=senelec')
      await page.getByRole('button', { name: /^Filtres/ }).click()
      await page.getByRole('dialog', { name: 'Filtres' }).waitFor()
    },
  },
  {
    name: 'export of operations',
    go: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Exporter', exact: true }).click()
      await page.getByRole('dialog', { name: 'Exporter les opérations' }).waitFor()
    },
  },
  {
    name: 'operation',
    go: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('table').getByRole('link').last().click()
      await page.getByRole('dialog').getByText('Type', { exact: true }).waitFor()
      await press(page, 'Joindre un justificatif')
      await page.getByRole('dialog').locator('input[type=file]').first().waitFor({ state: 'attached' })
      await press(page, 'Ajouter une note')
    },
  },
  {
    name: 'views of operations',
    go: async (page) => {
      await page.goto('operations?sign=debit&search=senelec')
      await page.getByRole('button', { name: /^Filtres/ }).click()
      await press(page, 'Vues enregistrées')
      await page.getByLabel('Garder les filtres actuels sous le nom').waitFor()
    },
  },
  {
    name: 'rules for categories',
    go: async (page) => {
      await page.keyboard.press('Escape')
      if (isPhone(page)) await press(page, 'Sélectionner')
      await page
        .getByRole('checkbox', { name: /^Choisir/ })
        .locator('visible=true')
        .first()
        .check()
      await page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Classer' }).click()
      await press(page, 'Gérer les catégories')
      await press(page, 'Règles de classement')
      await press(page, 'Nouvelle règle')
      await page.getByLabel('Le libellé ou la contrepartie contient').fill('x')
      await press(page, 'Créer la règle')
    },
  },
  {
    name: 'statements',
    go: async (page) => {
      await page.goto('statements')
      await page.getByText('Relevés de compte').first().waitFor()
    },
  },
  {
    name: 'notices of a period',
    go: async (page) => {
      await page.goto('statements?type=avis&from=2026-01-05')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'deposit',
    go: async (page) => {
      await page.goto('dat')
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByText('Versements d’intérêts').first().waitFor()
    },
  },
  {
    name: 'direct debits',
    go: async (page) => {
      await page.goto('debits')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'direct debit mandate',
    go: async (page) => {
      await page.goto('debits?tab=mandates')
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('dialog', { name: 'Mandat de prélèvement' }).waitFor()
    },
  },
  {
    name: 'credits',
    go: async (page) => {
      await page.goto('credits')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'credit',
    go: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('img').waitFor()
    },
  },
  {
    name: 'table of a credit',
    go: async (page) => {
      await page.getByRole('link', { name: 'Tableau d’amortissement' }).click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'payment methods',
    go: async (page) => {
      await page.goto('payment-methods')
      await page.getByRole('main').getByRole('link').last().waitFor()
    },
  },
  {
    name: 'cards',
    go: async (page) => {
      await page.goto('payment-methods/cards')
      await page
        .getByRole('img', { name: /^Carte se terminant/ })
        .first()
        .waitFor()
      await page.getByRole('meter').waitFor()
    },
  },
  {
    name: 'recurring top-ups',
    go: async (page) => {
      await page.goto('payment-methods/cards?view=recurring')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'history of top-ups',
    go: async (page) => {
      await page.goto('payment-methods/cards?view=history')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'chequebooks',
    go: async (page) => {
      await page.goto('payment-methods/checks')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'chequebook',
    go: async (page) => {
      await page.getByRole('table').getByRole('link').last().click()
      await page.getByRole('dialog', { name: 'Chéquier' }).getByText('Référence').waitFor()
    },
  },
  {
    name: 'bank details',
    go: async (page) => {
      await page.goto('account/rib')
      await page.getByText('Clé RIB').waitFor()
    },
  },
  {
    name: 'receive by PI',
    go: async (page) => {
      await page.goto('account/receive')
      await page.getByRole('heading', { name: 'Vos identifiants' }).waitFor()
    },
  },
  {
    name: 'till',
    go: async (page) => {
      await page.goto('account/till')
      await page
        .getByText('La caisse a besoin d’une adresse de paiement')
        .or(page.getByLabel('Montant à encaisser'))
        .waitFor()
    },
  },
  {
    name: 'access',
    go: async (page) => {
      await page.goto('account/access')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'access of a person',
    go: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('dialog').getByText('Compte par compte').waitFor()
    },
  },
  {
    name: 'rights of a person',
    go: async (page) => {
      await press(page, 'Modifier les droits')
      await page.getByRole('dialog').getByLabel('Rôle').waitFor()
    },
  },
  {
    name: 'requests for access',
    go: async (page) => {
      await page.goto('account/access?view=changes')
      await page.getByText('Aucune demande en attente').waitFor()
    },
  },
  {
    name: 'journal',
    go: async (page) => {
      await page.goto('account/audit')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'event of the journal',
    go: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('dialog').getByText('Auteur').waitFor()
    },
  },
  {
    name: 'transfers',
    go: async (page) => {
      await page.goto('transfers')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'transfer',
    go: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('dialog').getByText('Suivi').waitFor()
    },
  },
  {
    name: 'transfers to sign',
    go: async (page) => {
      await page.goto('transfers/to-sign')
      await page.getByText('Rien à signer').waitFor()
    },
  },
  {
    name: 'transfers from a file',
    go: async (page) => {
      await page.goto('transfers/create/multiple')
      // A draft of an earlier journey is still there.
      await page.locator('input[type=file], table').first().waitFor({ state: 'attached' })
      const file = page.locator('input[type=file]')
      const buffer = Buffer.from('nom_beneficiaire;iban;montant;libelle\nKhady Sarr;SN08;27O 000;Loyer')
      if ((await file.count()) > 0) await file.setInputFiles({ name: 'loyers.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Corriger la ligne 2' }).waitFor()
    },
  },
  {
    name: 'beneficiaries',
    go: async (page) => {
      await page.goto('transfers/beneficiaries')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'beneficiary',
    go: async (page) => {
      await page.getByRole('link', { name: 'Sokhna Diarra', exact: true }).click()
      await page.getByRole('dialog').getByText('Fichier RIB').waitFor()
    },
  },
  {
    name: 'beneficiary, to delete',
    go: async (page) => {
      await press(page, 'Supprimer')
      await page.getByRole('dialog', { name: 'Supprimer ce bénéficiaire ?' }).waitFor()
    },
  },
  {
    name: 'new beneficiary, wrong',
    go: async (page) => {
      await page.goto('transfers/beneficiaries/create')
      await page.getByLabel('IBAN ou RIB').fill('SN999 02001 100045101001 65')
      await page.getByText(/compte reconnu$/).waitFor()
      await press(page, 'Enregistrer le bénéficiaire')
      await page.getByText('Ce champ est obligatoire').waitFor()
    },
  },
  {
    name: 'beneficiary lists',
    go: async (page) => {
      await page.goto('transfers/beneficiary-lists')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'new beneficiary list',
    go: async (page) => {
      await press(page, 'Nouvelle liste')
      await page.getByLabel('Type de liste').selectOption({ label: 'Créer un nouveau type' })
      await page.getByLabel('Nom du nouveau type').waitFor()
    },
  },
  {
    name: 'beneficiary list',
    go: async (page) => {
      await page.goto('transfers/beneficiary-lists')
      await page.getByRole('link', { name: 'Famille' }).click()
      await page.getByRole('button', { name: 'Ajouter des bénéficiaires' }).waitFor()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'members for a list',
    go: async (page) => {
      await press(page, 'Ajouter des bénéficiaires')
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'inbox',
    go: async (page) => {
      await page.goto('inbox')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'message',
    go: async (page) => {
      await page.getByRole('table').getByRole('link').last().click()
      await page.getByRole('button', { name: 'Marquer comme non lu' }).waitFor()
    },
  },
  {
    name: 'search',
    go: async (page) => {
      await page.keyboard.press('ControlOrMeta+K')
      await page.getByRole('dialog', { name: 'Rechercher' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    go: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Raccourcis clavier' }).waitFor()
    },
  },
  {
    name: 'beneficiary, missing',
    go: async (page) => {
      await page.goto('transfers/create')
      await page
        .getByRole('group', { name: /derniers bénéficiaires/ })
        .getByRole('button')
        .first()
        .waitFor()
      await submitButton(page).click()
      await page.getByText('Choisissez un bénéficiaire', { exact: true }).waitFor()
    },
  },
  {
    name: 'payees found',
    go: async (page) => {
      await payeeField(page).fill('diatta')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'amount to correct',
    go: async (page) => {
      await choosePayee(page, 'Sokhna Diarra')
      await page.getByLabel('Montant', { exact: true }).fill('75 000,50')
      await page.getByLabel('Motif du virement').focus()
      await page.getByText('Vous vouliez dire').waitFor()
    },
  },
  {
    name: 'series',
    go: async (page) => {
      await press(page, '75\u202F000')
      await press(page, 'Régulièrement')
      await page.getByLabel('Première échéance', { exact: true }).fill(`01/01/${yearOfNext(1, 1)}`)
      await page.getByText(/au lieu du/).waitFor()
    },
  },
  {
    name: 'confirmation',
    go: async (page) => {
      await submitButton(page).click()
      await page.getByLabel('Votre mot de passe').waitFor()
    },
  },
]

const doors: Stop[] = [
  { name: 'login', go: async (page) => void (await page.goto('login')) },
  { name: 'forgotten password', go: async (page) => void (await page.goto('forgot')) },
  { name: 'proof to check', go: async (page) => void (await page.goto('verify')) },
  {
    name: 'link over',
    go: async (page) => {
      await page.goto('password/update#of-another-time-entirely')
      await page.getByText('Ce lien n’est plus valable').waitFor()
    },
  },
]

/** Contrast is the only rule that depends on the theme, at any width: the dark theme is checked for it only, on the desktop. */
async function expectAccessible(page: Page, name: string, colorSchemes: readonly ('light' | 'dark')[]): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    // The new colours begin within a frame or two, with a transition of a millisecond, whose end the check waits for.
    await page.evaluate(async () => {
      for (let frames = 3; frames > 0; frames -= 1) await new Promise(requestAnimationFrame)
    })
    await expectNoBarrier(page, {
      name: `${name}, ${colorScheme}`,
      ...(colorScheme === 'dark' && { rule: 'color-contrast' }),
    })
  }
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${name} is wider than the window`,
  ).toBe(0)
}

test('no screen has an accessibility error, in light and dark theme', async ({ browser, page: usual }) => {
  // A hundred and fifty checks: on a busy machine they take several times as long.
  test.setTimeout(900_000)
  const width = isPhone(usual) ? 320 : 1440
  const themes = isPhone(usual) ? (['light'] as const) : (['light', 'dark'] as const)
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    isMobile: false,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  for (const { name, go } of doors) {
    await go(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, name, themes)
  }
  await signIn(page, customers.awa)
  // Every second screen begins in the theme in which the last one ended: a change of theme paints the whole page.
  for (const [index, { name, go }] of stops.entries()) {
    await go(page)
    await expectAccessible(page, name, index % 2 === 0 ? themes : themes.toReversed())
  }
  // Later journeys of this customer begin a file of their own.
  await page.goto('transfers/create/multiple')
  await page.getByRole('button', { name: 'Changer de fichier' }).click()
  await page.getByRole('button', { name: 'Abandonner le brouillon' }).click()
  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  await context.close()
})

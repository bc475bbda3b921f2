import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { readPdf } from '../../test/pdf-text.ts'
import { createPdf } from './pdf.ts'

const bank = {
  name: 'Banque Téranga',
  address: 'Dakar',
  phone: '+221338000010',
  bic: 'TERASNDA',
  legal: 'SA au capital de 20 000 000 000 F CFA',
}
const pdfOf = (lang: 'fr' | 'en' = 'fr') => createPdf({ lang, name: 'Essai', bank, made_at: new Date('2026-02-02') })

it('numbers each page, and continues a text over several pages', async () => {
  const pdf = pdfOf()
  pdf.title('Titre')
  pdf.paragraph('Un paragraphe qui ne finit pas. '.repeat(400))
  pdf.paragraph('Fin')
  const { pages, isTagged, lang } = await readPdf(await pdf.finish())
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((page, at) => {
    expect(page).toContain(`Page ${at + 1} / ${pages.length}`)
    expect(page).toContain('Banque Téranga')
    expect(page).toContain('SA au capital de 20 000 000 000 F CFA')
  })
  expect(
    pages
      .join(' ')
      .replaceAll('\n', ' ')
      .match(/paragraphe/g),
  ).toHaveLength(400)
  expect([isTagged, lang]).toEqual([true, 'fr'])
})

it('breaks lines wider than their column, loses no character, and supports other alphabets', async () => {
  const pdf = pdfOf('en')
  const long = 'ABCDEFGHIJ'.repeat(12)
  async function* rows() {
    yield [long, 'Ça coûte 1\u202F250 œufs', 'two\nlines']
  }
  await pdf.table(
    ['A', 'B', 'C'].map((title) => ({ title, width: 1 })),
    rows(),
  )
  const { pages } = await readPdf(await pdf.finish())
  const text = pages.join('').replaceAll('\n', ' ')
  expect(text.replaceAll(' ', '')).toContain(long)
  expect(text.replaceAll('\u202F', ' ')).toContain('Ça coûte 1 250 œufs')
  expect(text).toContain('two lines')
})

it('carries the sum of a table over each page break, and ends it with its totals', async () => {
  const pdf = pdfOf()
  async function* rows() {
    for (let at = 1; at <= 100; at += 1) yield [`ligne ${at}`, `solde ${at}`]
  }
  pdf.addresses(['Agence Plateau', 'Dakar'], ['Awa Ndiaye', 'BP 15480', 'Dakar'])
  pdf.title('Titre')
  await pdf.table(
    [
      { title: 'Libellé', width: 1 },
      { title: 'Solde', width: 1 },
    ],
    rows(),
    {
      isDense: true,
      first: ['Solde précédent', 'solde 0'],
      carried: { forward: 'À reporter', brought: 'Report', label: 0, sum: 1 },
      last: [['Nouveau solde', 'solde final']],
    },
  )
  const { pages } = await readPdf(await pdf.finish())
  const texts = pages.map((page) => page.replaceAll('\n', ' '))
  expect(texts.length).toBeGreaterThan(1)
  // Forty rows and more fit on a whole page.
  expect(texts[1]?.match(/ligne/g)?.length).toBeGreaterThanOrEqual(40)
  for (const [at, text] of texts.slice(0, -1).entries()) {
    const carried = /À reporter (solde \d+)/.exec(text)?.[1]
    expect(carried).toEqual(expect.any(String))
    expect(texts[at + 1]).toContain(`Report ${carried}`)
    expect(text.lastIndexOf(carried ?? '')).toBeGreaterThan(text.indexOf(carried ?? ''))
  }
  expect(texts.at(-1)).toContain('Nouveau solde solde final')
  expect(texts[0]).toContain('Awa Ndiaye')
})

it('carries the last sum forward where the page ends between the totals and the new balance', async () => {
  const endsOfPages: string[] = []
  for (let count = 30; count < 50; count += 1) {
    const pdf = pdfOf()
    async function* rows() {
      for (let at = 1; at <= count; at += 1) yield [`ligne ${at}`, `solde ${at}`]
    }
    await pdf.table(
      [
        { title: 'Libellé', width: 1 },
        { title: 'Solde', width: 1 },
      ],
      rows(),
      {
        isDense: true,
        carried: { forward: 'À reporter', brought: 'Report', label: 0, sum: 1 },
        last: [
          ['Totaux', ''],
          ['Nouveau solde', 'solde final'],
        ],
      },
    )
    const [first = '', second] = (await readPdf(await pdf.finish())).pages
    if (second !== undefined) endsOfPages.push(first.replaceAll('\n', ' '))
  }
  expect(endsOfPages.some((text) => text.includes('Totaux'))).toBe(true)
  for (const text of endsOfPages) expect(text).toMatch(/À reporter solde \d+/)
})

it('divides no figure between two lines: a long one is smaller', async () => {
  const pdf = pdfOf()
  const amounts = ['8\u202F123', '-999\u202F999\u202F999\u202F999\u202F999']
  async function* rows() {
    for (const amount of amounts) yield ['Versement de la caisse centrale', amount]
  }
  await pdf.table(
    [
      { title: 'Libellé', width: 6 },
      { title: 'Solde (XOF)', width: 1, align: 'right' },
    ],
    rows(),
    { isDense: true },
  )
  const { pages } = await readPdf(await pdf.finish())
  const linesOfText = (pages[0] ?? '').split('\n').map((line) => line.replaceAll(/\s/gu, ' '))
  for (const amount of amounts) {
    const written = amount.replaceAll(/\s/gu, ' ')
    expect(linesOfText.filter((line) => line.endsWith(written))).toHaveLength(1)
  }
})

it('begins below a long addressee', async () => {
  const topOfTitle = async (to: string[]) => {
    const pdf = pdfOf()
    pdf.addresses(['Agence Plateau', 'Dakar'], to)
    pdf.title('Titre')
    const loading = getDocument({ data: new Uint8Array(await pdf.finish()), verbosity: 0 })
    const { items } = await (await (await loading.promise).getPage(1)).getTextContent()
    await loading.destroy()
    const heightOf = (text: string) =>
      items.flatMap((item) => ('str' in item && item.str.includes(text) ? [Number(item.transform[5])] : []))[0] ?? NaN
    return { title: heightOf('Titre'), last: heightOf(to.at(-1) ?? '') }
  }
  const usual = await topOfTitle(['Awa Ndiaye', 'BP 15480', 'Dakar'])
  const long = await topOfTitle([
    'Groupement d’intérêt économique des femmes transformatrices de Joal-Fadiouth',
    ...Array.from({ length: 6 }, (_, at) => `Ligne ${at} de l’adresse`),
  ])
  expect(usual.last - usual.title).toBeGreaterThan(30)
  // Measured from the bottom of the page, at the base line of the texts.
  expect(long.last - long.title).toBeGreaterThan(20)
})

it('writes identical bytes for the same content at the same time', async () => {
  const write = async () => {
    const pdf = pdfOf()
    pdf.title('Titre')
    return pdf.finish()
  }
  expect((await write()).equals(await write())).toBe(true)
})

it('writes 5,000 operations in less than three seconds of CPU time and 150 MB', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    new URL('../../test/make-long-pdf.ts', import.meta.url).pathname,
  ])
  const { seconds, megabytes } = JSON.parse(stdout) as { seconds: number; megabytes: number }
  expect(seconds).toBeLessThan(3)
  expect(megabytes).toBeLessThan(150)
}, 60_000)

it('ends the last column at the edge, and keeps text off the figures before it', async () => {
  const pdf = pdfOf()
  async function* rows() {
    yield ['828 707', 'Payée', '12']
  }
  await pdf.table(
    [
      { title: 'Restant', width: 1, align: 'right' },
      { title: 'Statut', width: 1 },
      { title: 'Rang', width: 1, align: 'right' },
    ],
    rows(),
  )
  const loading = getDocument({ data: new Uint8Array(await pdf.finish()), verbosity: 0 })
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent()
  await loading.destroy()
  const found = items.flatMap((item) =>
    'str' in item
      ? [{ text: item.str, from: Number(item.transform[4]), to: Number(item.transform[4]) + item.width }]
      : [],
  )
  const positionOf = (text: string) => found.find((item) => item.text === text) ?? { from: 0, to: 0 }
  expect(positionOf('Payée').from - positionOf('828 707').to).toBeGreaterThan(12)
  // The number of the page ends at the edge.
  expect(positionOf('12').to).toBeCloseTo(positionOf('Page 1 / 1').to, 0)
})

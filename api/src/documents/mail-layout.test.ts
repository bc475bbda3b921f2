import { expect, it } from 'vitest'
import { layOut } from './mail-layout.ts'

it('keeps the signs of French with their words in HTML, and writes plain spaces in the text', () => {
  const content = {
    bank_name: 'Banque Téranga',
    title: 'Est-ce bien vous ?',
    paragraphs: ['Solde : 5 000 F CFA & plus'],
  }
  const { plain, html } = layOut({ lang: 'fr', ...content })
  expect(html).toContain('Est-ce bien vous\u00A0?</h1>')
  expect(html).toContain('Solde\u00A0: 5\u00A0000\u00A0F\u00A0CFA &amp; plus')
  expect(plain).toContain('Solde : 5 000 F CFA & plus')
  expect(layOut({ lang: 'en', ...content }).html).toContain('Est-ce bien vous ?</h1>')
})

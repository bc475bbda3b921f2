import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brand } from '../src/lib/brand.ts'
import { withBankName } from './bank-name.ts'

const WEB = new URL('..', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, WEB), 'utf8')

it('writes the name of the bank into the first page, the page for old browsers and the manifest', () => {
  for (const file of ['index.html', 'public/not-supported.html', 'public/connect.webmanifest']) {
    expect(withBankName(read(file)), file).toContain(brand.name)
    expect(withBankName(read(file)), file).not.toMatch(/BANK_/)
  }
})

it('the name of the bank stands in one file', () => {
  const files = globSync(['index.html', 'public/**/*.{html,css,svg,webmanifest}', 'src/**/*.{ts,tsx,js,css,po}'], {
    cwd: WEB,
  })
  expect(files.length).toBeGreaterThan(500)
  const named = files.filter((file) => !/\.test\.tsx?$/.test(file) && read(file).includes(brand.last))
  expect(named).toEqual(['src/lib/brand.ts'])
})

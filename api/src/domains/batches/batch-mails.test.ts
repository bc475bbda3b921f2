import { expect, it } from 'vitest'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { endedBatchMail, failedLinesMail } from './batch-mails.ts'

// Only the name is written.
const bank = { name: 'Banque Téranga' } as BankIdentity
const reader = (lang: 'fr' | 'en') => ({ lang, email: 'fatou@sine-agro.example', first_name: 'Fatou' })

it('writes one transfer in the singular', () => {
  const batch = {
    amount: 1000,
    currency: 'XOF',
    reference: 'L1',
    reason: null,
    cause: 'refused',
    file_name: 'paie.csv',
  } as const
  const textOf = (lang: 'fr' | 'en', line_count: number) =>
    JSON.stringify(endedBatchMail(reader(lang), bank, { ...batch, line_count }))
  expect(textOf('fr', 1)).toMatch(
    /Le virement du fichier paie\.csv \(L1, .*\) n’a pas été exécuté\. Un valideur l’a refusé\./,
  )
  expect(textOf('fr', 2)).toMatch(/Les virements du fichier paie\.csv \(L1, 2 en tout, .*\) n’ont pas été exécutés\./)
  expect(textOf('en', 1)).toMatch(
    /The transfer of the file paie\.csv \(L1, .*\) was not carried out\. A validator refused it\./,
  )
})

it('names twenty failed lines, and counts the others', () => {
  const lines = Array.from({ length: 22 }, (_, at) => ({ name: `Agent ${at}`, amount: 1000, cause: 'funds' as const }))
  const textOf = (count: number) =>
    JSON.stringify(
      failedLinesMail(reader('fr'), bank, {
        file_name: 'paie.csv',
        reference: 'L1',
        currency: 'XOF',
        lines: lines.slice(0, count),
      }),
    )
  expect(textOf(20)).not.toContain('autre')
  expect(textOf(21)).toMatch(/et 1 autre(?!s)/)
  expect(textOf(22)).toContain('et 2 autres')
})

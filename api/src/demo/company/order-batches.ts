// Orders the batches of the company from files, as its accountant imports them.
import { acceptBatch, createBatch, listBatchLines, rejectBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import type { CompanySessions } from './company-sessions.ts'
import type { CompanyPayee } from './company-store.ts'

const csvOf = (rows: readonly (readonly [payee: CompanyPayee, amount: number | string, label: string])[]) =>
  [
    'nom_beneficiaire;iban;montant;libelle',
    ...rows.map(([{ name, iban }, amount, label]) => [name, iban, amount, label].join(';')),
  ].join('\r\n')

async function importFile({ accountant }: CompanySessions, name: string, csv: string) {
  const form = new FormData()
  form.append('file', new File([csv], name, { type: 'text/csv' }))
  return accountant.call(importTransfers, { form })
}

async function orderBatch(sessions: CompanySessions, name: string, csv: string) {
  const { import_id } = await importFile(sessions, name, csv)
  return sessions.accountant.call(createBatch, { body: { import_id } })
}

/** One batch refused, one executed without a line that the director refused, one that waits for the signature, and a draft with errors. */
export async function orderBatches(sessions: CompanySessions): Promise<void> {
  const { director, payees } = sessions
  const producers = payees.slice(-80)
  const lines = (from: number, count: number, amount: number, label: string) =>
    csvOf(producers.slice(from, from + count).map((payee, index) => [payee, amount + index * 2_500, label] as const))

  const refused = await orderBatch(sessions, 'primes-campagne.csv', lines(0, 18, 45_000, 'Prime de campagne'))
  await director.call(rejectBatch, {
    params: { id: refused.id },
    body: {
      version: refused.version,
      reason: 'Les primes ne sont dues qu’après la pesée du lot 7. Refaire le fichier ensuite.',
    },
  })

  const inBank = payees.filter(({ iban }) => iban.slice(4, 9) === 'SN999')
  const paid = await orderBatch(
    sessions,
    'ristournes.csv',
    csvOf(inBank.map((payee, index) => [payee, 120_000 + index * 15_000, 'Ristourne trimestrielle'] as const)),
  )
  const params = { id: paid.id }
  const last = (await director.call(listBatchLines, { params })).at(-1)
  if (!last) throw new Error('a batch without lines')
  const rest = await director.call(rejectBatch, {
    params,
    body: { version: paid.version, reason: 'Ristourne déjà versée en espèces.', lines: [last.id] },
  })
  await director.call(acceptBatch, { params, body: { version: rest.version } })

  await orderBatch(sessions, 'producteurs-semaine.csv', lines(18, 32, 60_000, 'Livraison de la semaine'))
  const [first, second, third] = producers.slice(60)
  if (!first || !second || !third) throw new Error('the company lacks payees')
  await importFile(
    sessions,
    'acomptes.csv',
    csvOf([
      [first, 90_000, 'Acompte'],
      [{ ...second, iban: `${second.iban.slice(0, -2)}00` }, 75_000, 'Acompte'],
      [third, 'soixante mille', 'Acompte'],
      [third, 60_000, 'Acompte'],
    ]),
  )
}

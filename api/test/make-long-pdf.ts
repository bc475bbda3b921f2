// Writes a PDF of 5,000 operations in a separate process, and reports its memory.
import { createPdf } from '../src/documents/pdf.ts'

const bank = {
  name: 'Banque Téranga',
  address: 'Dakar',
  phone: '+221338000010',
  bic: 'TERASNDA',
  legal: 'SA au capital de 20 000 000 000 F CFA',
}
const titles = ['Date', 'Valeur', 'Libellé', 'Référence', 'Débit (XOF)']

async function* rows(count: number) {
  for (let at = 0; at < count; at += 1)
    yield ['06/01/2026', '06/01/2026', `VIREMENT SALAIRE DE LA SOCIÉTÉ ${at}`, `REF${at}`, '1\u202F234\u202F567']
}

async function write(count: number): Promise<Buffer> {
  const pdf = createPdf({ lang: 'fr', name: 'Relevé 100-2026-001', bank, made_at: new Date('2026-02-02') })
  pdf.title('Relevé de compte')
  await pdf.table(
    titles.map((title) => ({ title, width: title === 'Libellé' ? 33 : 15 })),
    rows(count),
  )
  return pdf.finish()
}

// The baseline is a process that has written a document before.
await write(20)
const idle = process.memoryUsage().rss
const before = process.cpuUsage()
let peak = idle
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 5)
await write(5_000)
clearInterval(look)
const { user, system } = process.cpuUsage(before)
process.stdout.write(
  JSON.stringify({
    seconds: (user + system) / 1e6,
    megabytes: (Math.max(peak, process.memoryUsage().rss) - idle) / 1e6,
  }),
)

// Writes a scanned bank slip: one page with a name and a number, as plain PDF without a library.
import { groupByFour } from 'contract/values/iban.ts'

// The standard fonts use WinAnsi: one byte per character. Brackets and backslashes delimit strings.
const latin = (text: string) => text.replace(/[\\()]/g, '\\$&')

export function ribPdf({ name, iban }: { name: string; iban: string }): Buffer {
  const lines = [
    ['/F2 20 Tf 72 740 Td', "Relevé d'identité bancaire"],
    ['/F1 12 Tf 72 690 Td', 'Titulaire'],
    ['/F2 14 Tf 72 670 Td', name],
    ['/F1 12 Tf 72 630 Td', 'IBAN'],
    ['/F2 14 Tf 72 610 Td', groupByFour(iban)],
  ].map(([position, text]) => `BT ${position} (${latin(text ?? '')}) Tj ET`)
  const page = lines.join('\n')
  const font = (face: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${face} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

// Lays out every e-mail of the bank as text and as HTML, with tables and inline styles because mail programs support
// little CSS.
import type { Language } from 'contract/language.ts'
import { withFrenchSpacing } from 'contract/values/french-spacing.ts'

export type MailContent = {
  lang: Language
  bank_name: string
  title: string
  /** Plain text, without interpretation of markup. */
  paragraphs: readonly string[]
  link?: { label: string; url: string }
  /** Small print after the link. */
  small?: readonly string[]
}

const signature = {
  fr: (bank: string) => `${bank}. Nous ne vous demanderons jamais votre mot de passe, ni par e-mail ni par téléphone.`,
  en: (bank: string) => `${bank}. We will never ask for your password, by email or by phone.`,
} as const

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** The e-mail as text and as HTML. */
export function layOut({ lang, bank_name, title, paragraphs, link, small = [] }: MailContent): {
  plain: string
  html: string
} {
  const closing = signature[lang](bank_name)
  const plain = [...paragraphs, ...(link ? [`${link.label} : ${link.url}`] : []), ...small, `-- \n${closing}`].join(
    '\n\n',
  )
  const typeset = (text: string) => escape(lang === 'fr' ? withFrenchSpacing(text) : text)
  const p = (text: string, style: string) =>
    `<p style="margin:0 0 16px;white-space:pre-line;${style}">${typeset(text)}</p>`
  const body = [
    `<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3;color:#141d21">${typeset(title)}</h1>`,
    ...paragraphs.map((text) => p(text, 'font-size:16px;line-height:1.5;color:#141d21')),
    ...(link
      ? [
          `<p style="margin:24px 0"><a href="${escape(link.url)}" style="display:inline-block;padding:13px 22px;border-radius:8px;background:#005263;color:#ffffff;font-size:16px;text-decoration:none">${escape(link.label)}</a></p>`,
          p(link.url, 'font-size:13px;line-height:1.5;color:#4a5a63;word-break:break-all'),
        ]
      : []),
    ...small.map((text) => p(text, 'font-size:13px;line-height:1.5;color:#4a5a63')),
  ].join('\n')
  const html = `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="margin:0;background:#f3f6f8;font-family:Figtree,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:20px 28px;border-bottom:1px solid #d9e1e6;font-size:16px;font-weight:600;color:#005263">${escape(bank_name)}</td></tr>
<tr><td style="padding:28px">
${body}
</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid #d9e1e6;font-size:13px;line-height:1.5;color:#4a5a63">${escape(closing)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  return { plain: `${plain}\n`, html }
}

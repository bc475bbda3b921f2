// The e-mails of the bank: without an SMTP server they lie in a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const folder = join(process.env.DATA_DIR ?? 'data', 'outbox')

/** The letters to an address, the latest last, with the line breaks of their encoding taken out. */
function mailsTo(address: string): string[] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
    const mails = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8'))
    return mails.filter((mail) => mail.includes(`To: ${address}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''))
  } catch {
    return []
  }
}

/** Waits for the e-mail that fits. */
export async function mailTo(address: string, form: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(() => (found = mailsTo(address).findLast((mail) => form.test(mail))), {
      message: `an e-mail to ${address}`,
      timeout: 15_000,
    })
    .toBeTruthy()
  return found ?? ''
}

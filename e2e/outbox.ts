// Reads the bank's e-mails: without an SMTP server they are files in a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const folder = join(process.env.DATA_DIR ?? 'data', 'outbox')

/** The e-mails to an address, the latest last, with soft line breaks removed. */
function mailsTo(address: string): string[] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
    const mails = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8'))
    return mails.filter((mail) => mail.includes(`To: ${address}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''))
  } catch {
    return []
  }
}

/** Waits for a matching e-mail. */
export async function mailTo(address: string, form: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(() => (found = mailsTo(address).findLast((mail) => form.test(mail))), {
      message: `an e-mail to ${address}`,
      timeout: 60_000,
    })
    .toBeTruthy()
  return found ?? ''
}

// Makes the certificates of the demo bank and of the AIP simulator: an authority of its own, and one certificate for each side.
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 86_400_000
/** Certificates that end earlier than this are made anew. */
const RENEWAL_DAYS = 30

/** The common names of the two sides. */
export const AIP_NAME = 'aip.simulator'
export const BANK_NAME = 'connect.bank'

/** The paths of the certificates in their folder. */
export const certificatePaths = (folder: string) => ({
  ca: join(folder, 'ca.pem'),
  bank: { cert: join(folder, 'bank.pem'), key: join(folder, 'bank.key') },
  aip: { cert: join(folder, 'aip.pem'), key: join(folder, 'aip.key') },
})

async function areUsable(folder: string, now: Date): Promise<boolean> {
  const { ca, bank, aip } = certificatePaths(folder)
  if (![ca, bank.cert, bank.key, aip.cert, aip.key].every((path) => existsSync(path))) return false
  const ends = Date.parse(new X509Certificate(await readFile(ca)).validTo)
  return ends > now.getTime() + RENEWAL_DAYS * DAY_MS
}

/** Makes the certificates in a folder, unless it has usable ones. The authority's certificate is written last. */
export async function makeCertificates(folder: string, now: Date): Promise<void> {
  if (await areUsable(folder, now)) return
  // Its library takes memory that a start with certificates does not need.
  const { createAuthority } = await import('./authority.ts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const paths = certificatePaths(folder)
  const authority = await createAuthority('AIP simulator', now)
  const write = async (path: string, content: string) => {
    await writeFile(`${path}.new`, content, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  for (const [name, { cert, key }] of [
    [BANK_NAME, paths.bank],
    [AIP_NAME, paths.aip],
  ] as const) {
    const identity = await authority.issue(name)
    await write(key, identity.key)
    await write(cert, identity.cert)
  }
  await write(paths.ca, authority.ca)
}

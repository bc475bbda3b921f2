// Makes the certificates of the demo bank and of the AIP simulator: an authority of its own, and one certificate for each side.
// The library of the certificates needs it before it is loaded.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000
const LIFE_DAYS = 3650
/** Certificates that end earlier than this are made anew. */
const RENEWAL_DAYS = 30

/** A certificate with its private key, in PEM. */
export type Identity = { cert: string; key: string }
export type Authority = {
  ca: string
  /** Issues a certificate for servers and clients on this machine. */
  issue: (commonName: string) => Promise<Identity>
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])

const lifeFrom = (now: Date) => ({
  notBefore: new Date(now.getTime() - DAY_MS),
  notAfter: new Date(now.getTime() + LIFE_DAYS * DAY_MS),
})

async function identityOf(certificate: X509Certificate, keys: webcrypto.CryptoKeyPair): Promise<Identity> {
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') }
}

/** Creates an authority; its private key is never stored. */
export async function createAuthority(name: string, now: Date): Promise<Authority> {
  const keys = await newKeys()
  const issuer = `CN=${name}`
  const ca = await X509CertificateGenerator.createSelfSigned(
    {
      name: issuer,
      ...lifeFrom(now),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  )
  return {
    ca: ca.toString('pem'),
    async issue(commonName) {
      const own = await newKeys()
      const certificate = await X509CertificateGenerator.create(
        {
          subject: `CN=${commonName}`,
          issuer,
          ...lifeFrom(now),
          publicKey: own.publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm: ALGORITHM,
          extensions: [
            new BasicConstraintsExtension(false, undefined, true),
            new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
            new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
            new SubjectAlternativeNameExtension([
              { type: 'dns', value: 'localhost' },
              { type: 'ip', value: '127.0.0.1' },
            ]),
          ],
        },
        webcrypto,
      )
      return identityOf(certificate, own)
    },
  }
}

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
  const { notAfter } = new X509Certificate(await readFile(ca, 'utf8'))
  return notAfter.getTime() > now.getTime() + RENEWAL_DAYS * DAY_MS
}

/** Makes the certificates in a folder, unless it has usable ones. The authority's certificate is written last. */
export async function makeCertificates(folder: string, now: Date): Promise<void> {
  if (await areUsable(folder, now)) return
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

// Issues certificates for processes on this machine.
// The library of the certificates needs it before it is loaded.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000
const LIFE_DAYS = 3650

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

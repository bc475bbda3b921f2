import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { createLimiter } from './concurrency.ts'

// OWASP's parameters for argon2id (19 MiB, 2 passes). Hashing runs on the thread pool, never on the event loop.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = availableParallelism() * 2

export type Passwords = {
  /** Whether the password matches the hash. Without a hash (unknown user) it takes the same time and answers false. */
  matches: (password: string, passwordHash: string | null) => Promise<boolean>
  hash: (password: string) => Promise<string>
}

/** Hashes and checks passwords, with limited concurrency. */
export async function createPasswords(): Promise<Passwords> {
  const dummyHash = await hash('no user has this password', PARAMETERS)
  const limited = createLimiter(AT_ONCE)
  return {
    matches: (password, passwordHash) =>
      limited(async () => {
        const isRight = await verify(passwordHash ?? dummyHash, password.normalize('NFC'))
        return passwordHash !== null && isRight
      }),
    hash: (password) => limited(() => hash(password.normalize('NFC'), PARAMETERS)),
  }
}

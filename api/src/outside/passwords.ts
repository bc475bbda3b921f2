import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'

// OWASP's parameters for argon2id (19 MiB, 2 passes). Hashing runs on the thread pool, never on the event loop.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = availableParallelism() * 2

export type Passwords = {
  /** Whether the password is the one hashed. With no hash (unknown user) it takes the same time and answers false. */
  matches: (password: string, passwordHash: string | null) => Promise<boolean>
}

/** Checks of passwords, a few at a time: a flood of sign-ins queues instead of taking all memory. */
export async function createPasswords(): Promise<Passwords> {
  const dummyHash = await hash('no user has this password', PARAMETERS)
  const waiting: (() => void)[] = []
  let running = 0
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((start) => waiting.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    matches: (password, passwordHash) =>
      inTurn(async () => {
        const isRight = await verify(passwordHash ?? dummyHash, password.normalize('NFC'))
        return passwordHash !== null && isRight
      }),
  }
}

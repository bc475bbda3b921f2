// Loads parts of the portal on demand, with a retry, and detects a new deployment.
import { readStored, writeStored } from './browser-storage.ts'

const TIMEOUT_MS = 120_000
const RELOADED = 'connect:reloaded'

/** A part of the portal could not be loaded, after a retry. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

const limited = <T>(part: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS)
    part.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** True if the server now serves another build than the running one. */
async function isNewVersion(): Promise<boolean> {
  const running = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src')
  const page = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' })
  return page.ok && running !== null && running !== undefined && !(await page.text()).includes(running)
}

let isReloading = false
/** True while the page is replaced by a new build. Forms whose text is stored as a draft do not ask: it is there again. */
export const isReloadingForNewVersion = () => isReloading

async function reloadOnceForNewVersion(): Promise<void> {
  if (readStored('sessionStorage', RELOADED) !== null || !(await isNewVersion())) return
  writeStored('sessionStorage', RELOADED, '1')
  isReloading = true
  location.reload()
  // Never resolves: the page is being replaced.
  await new Promise(() => {})
}

/** Loads a part, retries once, then throws PartMissing. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (const isLastTry of [false, true]) {
    try {
      const part = await limited(load())
      writeStored('sessionStorage', RELOADED, null)
      return part
    } catch (error) {
      if (isLastTry) {
        await reloadOnceForNewVersion().catch(() => {})
        throw new PartMissing(String(error))
      }
    }
  }
  throw new PartMissing()
}

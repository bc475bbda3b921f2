// Loads parts of the portal on demand, with a retry, and detects a new deployment.
const PART_TIMEOUT_MS = 120_000
const PAGE_TIMEOUT_MS = 5000
const RELOAD_EVERY_MS = 60_000

/** A part of the portal could not be loaded, after a retry. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

const limited = <T>(part: Promise<T>, limit: number) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), limit)
    part.then(resolve, reject).finally(() => clearTimeout(timer))
  })

const fetchPage = () => limited(fetch(import.meta.env.BASE_URL, { cache: 'no-store' }), PAGE_TIMEOUT_MS)

/** True if the server now serves another build than the running one. */
async function isNewVersion(): Promise<boolean> {
  const running = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src')
  const page = await fetchPage()
  return page.ok && running !== null && running !== undefined && !(await page.text()).includes(running)
}

let isReloading = false
/** True while the page is replaced by a new build. Forms whose text is stored as a draft do not ask: it is there again. */
export const isReloadingForNewVersion = () => isReloading

/** Whether the page was loaded anew just now: another reload would change nothing. */
export function isJustReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' && performance.now() < RELOAD_EVERY_MS
}

/** Rejects where the user stays on the page, as with an unsent text. */
function reload(): Promise<never> {
  location.reload()
  return limited(new Promise<never>(() => {}), PAGE_TIMEOUT_MS)
}

async function reloadForNewVersion(): Promise<void> {
  if (isJustReloaded() || !(await isNewVersion())) return
  isReloading = true
  await reload().finally(() => {
    isReloading = false
  })
}

/** Loads the page anew where the bank answers: Chrome up to 150 never requests a part again that failed once. */
export async function reloadWhereReachable(): Promise<void> {
  if ((await fetchPage()).ok) await reload()
}

/** Loads a part, retries once, then throws PartMissing. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (const isLastTry of [false, true]) {
    try {
      return await limited(load(), PART_TIMEOUT_MS)
    } catch (error) {
      if (isLastTry) {
        await reloadForNewVersion().catch(() => {})
        throw new PartMissing(String(error))
      }
    }
  }
  throw new PartMissing()
}

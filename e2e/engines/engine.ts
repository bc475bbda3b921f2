// Defines the common interface for driving Firefox and WebKit: open, fill in, press, read.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from './find-in-page.ts'

/** The functions of a driver. `press`, `type` and `attach` answer false while the element is not there. */
export type Driver = {
  open: (address: string) => Promise<void>
  reload: () => Promise<void>
  press: (target: Target) => Promise<boolean>
  type: (target: Target, text: string) => Promise<boolean>
  attach: (path: string) => Promise<boolean>
  isVisible: (text: string) => Promise<boolean>
  address: () => Promise<string>
  /** The errors in the page's console, where the driver reports them. */
  errors: () => string[]
  close: () => Promise<void>
}

/** Starts a browser with an empty profile; downloads go to `downloads`. */
export type Engine = { name: string; start: (folders: { profile: string; downloads: string }) => Promise<Driver> }

// A busy machine may be several times slower: only a page that hangs fails.
const PATIENCE_MS = 60_000

/** Repeats the call until the answer is neither false, null nor undefined. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | null | undefined> | T | false | null | undefined,
): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  let problem: unknown
  while (Date.now() < end) {
    try {
      const answer = await ask()
      if (answer !== false && answer !== null && answer !== undefined) return answer
    } catch (error) {
      // A page that is being replaced does not answer.
      problem = error
    }
    await pause(100)
  }
  throw new Error(`${what} never came`, { cause: problem })
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>

export async function openBrowser({ start }: Engine, portal: string) {
  const folder = mkdtempSync(join(tmpdir(), 'connect-engine-'))
  const downloads = join(folder, 'downloads')
  const profile = join(folder, 'profile')
  for (const one of [downloads, profile]) mkdirSync(one)
  const driver = await start({ profile, downloads })
  return {
    open: (path: string) => driver.open(new URL(path, portal).href),
    reload: driver.reload,
    press: (role: Target['role'], name: string) => until(`the ${role} "${name}"`, () => driver.press({ role, name })),
    type: (name: string, text: string, role: Target['role'] = 'field') =>
      until(`the ${role} "${name}"`, () => driver.type({ role, name }, text)),
    attach: (path: string) => until('a field for files', () => driver.attach(path)),
    sees: (text: string) => until(`"${text}"`, () => driver.isVisible(text)),
    isAt: (path: string) =>
      until(`the page ${path}`, async () => new URL(await driver.address()).pathname.endsWith(path)),
    /** Waits for a download whose name begins with `start` and which contains `text`: a file exists before its content. */
    downloads: (start: string, text: string) =>
      until(`the download ${start}`, () =>
        readdirSync(downloads).some(
          (name) => name.startsWith(start) && readFileSync(join(downloads, name), 'utf8').includes(text),
        ),
      ),
    errors: driver.errors,
    close: async () => {
      await driver.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

// Drives WebKit, the engine of Safari, in GTK's MiniBrowser: it needs a screen, which Xvfb emulates.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { type Driver, type Engine, until } from './engine.ts'
import { findInPage, isVisible, type Target } from './find-in-page.ts'

/** Debian's path of the browser, beside the library of its platform. */
function findMiniBrowser(): string {
  const folders = readdirSync('/usr/lib').map((platform) => join('/usr/lib', platform, 'webkit2gtk-4.1'))
  const folder = folders.find((one) => {
    try {
      return readdirSync(one).includes('MiniBrowser')
    } catch {
      return false
    }
  })
  if (folder === undefined) throw new Error('MiniBrowser of WebKitGTK 4.1 is not installed')
  return join(folder, 'MiniBrowser')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a virtual screen; answers its name. */
async function startScreen(cwd: string): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = (await once(screen.stdout, 'data')) as [Buffer]
  return { screen, display: `:${number.toString().trim()}` }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function start({ profile, downloads }: { profile: string; downloads: string }): Promise<Driver> {
  const { screen, display } = await startScreen(profile)
  const settings = join(profile, 'config')
  mkdirSync(settings)
  writeFileSync(join(settings, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    cwd: profile,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      HOME: profile,
      XDG_CONFIG_HOME: settings,
      XDG_DATA_HOME: join(profile, 'data'),
      XDG_CACHE_HOME: join(profile, 'cache'),
      LANGUAGE: 'fr',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs an ordinary user; here it opens only the bank.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  })
  const address = `http://127.0.0.1:${port}`
  await until('the driver of WebKit', async () => (await fetch(`${address}/status`)).ok)
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
  })
  const driver: WebDriver = await new Builder().usingServer(address).withCapabilities(capabilities).build()
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 })
  const find = ({ role, name }: Target): Promise<WebElement | null> =>
    driver.executeScript<WebElement | null>(findInPage, role, name)
  return {
    open: (page) => driver.get(page),
    reload: () => driver.navigate().refresh(),
    press: async (target) => {
      const element = await find(target)
      await element?.click()
      return element !== null
    },
    type: async (target, text) => {
      const element = await find(target)
      await element?.sendKeys(text)
      return element !== null
    },
    attach: async (path) => {
      const element = await find({ role: 'files', name: '' })
      await element?.sendKeys(path)
      return element !== null
    },
    isVisible: (text) => driver.executeScript<boolean>(isVisible, text),
    address: () => driver.getCurrentUrl(),
    // WebDriver does not report the console.
    errors: () => [],
    close: async () => {
      await driver.quit().catch(() => undefined)
      await end(service)
      await end(screen)
    },
  }
}

export const webkit: Engine = { name: 'WebKit', start }

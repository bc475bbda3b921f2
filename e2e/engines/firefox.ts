// Drives Firefox by WebDriver BiDi, which it supports natively.
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { Driver, Engine } from './engine.ts'
import { findInPage, isVisible, type Target } from './find-in-page.ts'

/** NS_BINDING_ABORTED: the page was left while a font was being fetched, which Firefox writes as an error. */
const ABORTED_BY_NAVIGATION = /downloadable font: download failed .*status=2152398850/

async function start({ profile, downloads }: { profile: string; downloads: string }): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.CONNECT_FIREFOX ?? '/usr/bin/firefox-esr',
    userDataDir: profile,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'intl.accept_languages': 'fr-FR,fr',
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.alwaysOpenPanel': false,
      // Disables calls to Mozilla.
      'app.normandy.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
  })
  const page = await browser.newPage()
  const errors: string[] = []
  const collect = (error: string) => {
    if (!ABORTED_BY_NAVIGATION.test(error)) errors.push(error)
  }
  page.on('pageerror', (error) => collect(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') collect(message.text())
  })
  async function find({ role, name }: Target): Promise<ElementHandle<HTMLElement> | null> {
    const handle = await page.evaluateHandle(findInPage, role, name)
    // The function returns HTML elements only.
    return handle.asElement() as ElementHandle<HTMLElement> | null
  }
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    press: async (target) => {
      const element = await find(target)
      await element?.click()
      return element !== null
    },
    type: async (target, text) => {
      const element = await find(target)
      await element?.type(text)
      return element !== null
    },
    attach: async (path) => {
      const element = (await find({ role: 'files', name: '' })) as ElementHandle<HTMLInputElement> | null
      await element?.uploadFile(path)
      return element !== null
    },
    isVisible: (text) => page.evaluate(isVisible, text),
    address: () => Promise.resolve(page.url()),
    errors: () => errors,
    close: () => browser.close(),
  }
}

export const firefox: Engine = { name: 'Firefox', start }

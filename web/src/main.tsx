import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { catalogues } from './app/catalogues.ts'
import { router, startRouter } from './app/routes.tsx'
import { fetchLater } from './lib/fetch-later.ts'
import { openCatalogue } from './lib/language.ts'
import { fetchPart } from './lib/lazy-part.ts'
import { followDeviceTheme } from './lib/theme.ts'

const KEEP_FILES_AFTER_MS = 3_000

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its root')

async function start(page: HTMLElement): Promise<void> {
  // The newest of the functions that an older browser gets: whoever has it has all of them.
  if (!('toSorted' in Array.prototype)) (await fetchPart(() => import('./lib/older-browsers.ts'))).addMissingFunctions()
  followDeviceTheme()
  // The space of amounts, before the first of them: a font that comes later lays out the whole page once more.
  void document.fonts.load("1em 'Espace fine'", '\u202F')
  // The initial header of index.html stays until the first screen is rendered.
  await fetchPart(() => openCatalogue(catalogues.first))
  await startRouter()
  createRoot(page).render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
}

// Not with `await` in the module itself: the bundler would then write a file for each part that is loaded later. What fails is
// thrown as an error of the page, for boot.js.
start(root).then(keepFiles, (error: unknown) =>
  setTimeout(() => {
    throw error
  }),
)

// The files of the portal are kept when the first page is there. Without the worker everything works but a reload offline.
function keepFiles(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    fetchLater(KEEP_FILES_AFTER_MS, [async () => (await import('./lib/service-worker.ts')).registerWorker()])
}

import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { catalogues } from './app/catalogues.ts'
import { router, startRouter } from './app/routes.tsx'
import { openCatalogue } from './lib/language.ts'
import { fetchPart } from './lib/lazy-part.ts'
import { registerWorkerLater } from './lib/service-worker.ts'
import { followDeviceTheme } from './lib/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its root')

followDeviceTheme()
// The initial header of index.html stays until the first screen is rendered.
await fetchPart(() => openCatalogue(catalogues.first))
await startRouter()
createRoot(root).render(
  <I18nProvider i18n={i18n}>
    <RouterProvider router={router} />
  </I18nProvider>,
)
registerWorkerLater()

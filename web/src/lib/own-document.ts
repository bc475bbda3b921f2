// The camera is allowed to a document by the header of the address that it was loaded from, whatever address it shows later.
// The page that reads codes is therefore entered and left by loading a document.
import { paths } from './paths.ts'

const BASE = import.meta.env.BASE_URL.replace(/\/$/, '')
const isReader = (pathname: string) => pathname === BASE + paths.readCode().to

/** The address of this document; addresses that are opened later do not change it. */
const loadedFrom = window.location.pathname

let isOpening = false
/** Whether this page is being replaced by another document of the portal. */
export const isOpeningDocument = () => isOpening

/** Loads the document of an address (with the base of the portal) where this one has other permissions; then never resolves. */
export async function openOwnDocument(href: string): Promise<void> {
  const { pathname } = new URL(href, window.location.href)
  if (isReader(pathname) === isReader(loadedFrom)) return
  isOpening = true
  window.location.replace(href)
  await new Promise(() => {})
}

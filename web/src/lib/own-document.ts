// The camera is allowed to a document by the header of the address that it was loaded from, whatever address it shows later.
// The page that reads codes is therefore entered and left by loading a document.
import type { ParsedLocation } from '@tanstack/react-router'
import { paths } from './paths.ts'

const READER = paths.readCode().to

/** Whether this document may use the camera; addresses that are opened later do not change it. */
const isReader = window.location.pathname.endsWith(READER)

/** Loads the document of an address where this one has other permissions; then never resolves. */
export async function openOwnDocument({ pathname, publicHref }: ParsedLocation): Promise<void> {
  if ((pathname === READER) === isReader) return
  window.location.replace(publicHref)
  await new Promise(() => {})
}

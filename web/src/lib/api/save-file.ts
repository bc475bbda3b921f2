import type { DownloadedFile } from './call.ts'

const REVOKE_AFTER_MS = 60_000

/** Saves a file through the browser's downloads. */
export function saveFile({ name, content }: DownloadedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the object URL some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}

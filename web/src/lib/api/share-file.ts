import type { DownloadedFile } from './call.ts'
import { saveFile } from './save-file.ts'

/** Whether the device shares files. */
export const canShareFiles = () => typeof navigator.canShare === 'function'

/**
 * Opens the device's share sheet with a file; saves it where the device has none, or where the browser no longer counts
 * the press that began it. The user may close the sheet without sharing.
 */
export async function shareFile(
  { name, content }: DownloadedFile,
  title: string,
): Promise<'shared' | 'saved' | 'closed'> {
  const file = new File([content], name, { type: content.type })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'closed'
    }
  }
  saveFile({ name, content })
  return 'saved'
}

import { type RefObject, useEffect } from 'react'

/**
 * Takes files that are pasted into the form of a field, such as a picture of the screen. What has a text is left to the fields: spreadsheets
 * copy cells as text and as a picture.
 */
export function usePastedFiles(field: RefObject<HTMLInputElement | null>, onFiles: (files: readonly File[]) => void) {
  useEffect(() => {
    const form = field.current?.form
    const take = (event: ClipboardEvent) => {
      const { files = [], types = [] } = event.clipboardData ?? {}
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...files])
    }
    form?.addEventListener('paste', take)
    return () => form?.removeEventListener('paste', take)
  })
}

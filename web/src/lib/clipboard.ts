/** Copies text without the thin spaces that are only for display. False if the browser refuses. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text.replaceAll(/[\u00A0\u202F]/g, ' '))
    return true
  } catch {
    return false
  }
}

/** Whether the device shares text. */
export const canShareText = () => typeof navigator.share === 'function'

/** Opens the share sheet of the device. The user may close it without sharing. */
export async function shareText(text: string): Promise<void> {
  try {
    await navigator.share({ text })
  } catch (error) {
    if (!(error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NotAllowedError')))
      throw error
  }
}

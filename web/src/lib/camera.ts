// Opens the camera for a video element, and searches its pictures.

/** Why there is no picture: refused by the user or the browser, no camera, or a camera that another program uses. */
export type CameraProblem = 'denied' | 'missing' | 'busy'

const problems: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** The camera at the back of a phone where there is one; the height makes a code readable at arm's length. */
const WANTED: MediaStreamConstraints = { audio: false, video: { facingMode: 'environment', height: { ideal: 1080 } } }

/** Shows the camera in the video until the signal. `onEnd`: the camera went away. Returns why it cannot, or null. */
export async function openCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onEnd: () => void,
): Promise<CameraProblem | null> {
  try {
    // Absent on a page without a secure context.
    const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
    if (!devices) return 'missing'
    const stream = await devices.getUserMedia(WANTED)
    const close = () => {
      for (const track of stream.getTracks()) track.stop()
      video.srcObject = null
    }
    if (signal.aborted) {
      close()
      return null
    }
    signal.addEventListener('abort', close)
    for (const track of stream.getTracks()) track.addEventListener('ended', onEnd)
    video.srcObject = stream
    await video.play()
    return null
  } catch (error) {
    if (signal.aborted) return null
    return problems[error instanceof Error ? error.name : ''] ?? 'missing'
  }
}

/** Between two searches: the phone stays cool, and the picture fluent. */
const PAUSE_MS = 120

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

/** Searches the pictures of a video until the signal, and reports each text that is found. */
export async function watchVideo(
  video: HTMLVideoElement,
  find: (video: HTMLVideoElement) => Promise<string | null>,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    const text = video.readyState >= video.HAVE_CURRENT_DATA ? await find(video) : null
    if (signal.aborted) return
    if (text !== null) onText(text)
    await pause()
  }
}

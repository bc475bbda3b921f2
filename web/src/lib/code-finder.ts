// Finds QR codes in pictures: by the browser where it can, else by a library that is loaded with its first use.
import { fetchPart } from './lazy-part.ts'

type Picture = HTMLVideoElement | ImageBitmap

/** The first QR code of a picture as text; null where there is none. `longestSide` limits the pixels that are searched. */
type Find = (picture: Picture, longestSide: number) => Promise<string | null>

export type CodeFinder = {
  /** Searches the current picture of a camera. */
  inFrame: (video: HTMLVideoElement) => Promise<string | null>
  /** Searches a picture file. Throws where the browser cannot read it. */
  inFile: (file: Blob) => Promise<string | null>
}

/** The Barcode Detection API, which some browsers have and TypeScript does not know. */
type DetectorClass = {
  new (options: { formats: string[] }): { detect: (picture: Picture) => Promise<{ rawValue: string }[]> }
  getSupportedFormats: () => Promise<string[]>
}

/** Enough for a code that fills a third of the picture. */
const FRAME_SIDE = 640
/** A code is searched in a file in these sizes: smaller ones have less noise, larger ones show a small code. */
const FILE_SIDES = [1200, 600, 2400]

async function browserFind(): Promise<Find | null> {
  const { BarcodeDetector: Detector } = window as Window & { BarcodeDetector?: DetectorClass }
  try {
    if (!Detector || !(await Detector.getSupportedFormats()).includes('qr_code')) return null
    const detector = new Detector({ formats: ['qr_code'] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
  } catch {
    return null
  }
}

const sizeOf = (picture: Picture) =>
  picture instanceof HTMLVideoElement
    ? { width: picture.videoWidth, height: picture.videoHeight }
    : { width: picture.width, height: picture.height }

async function libraryFind(): Promise<Find> {
  const { default: findCode } = await fetchPart(() => import('jsqr'))
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return (picture, longestSide) => {
    const { width, height } = sizeOf(picture)
    const scale = Math.min(1, longestSide / Math.max(width, height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    if (!pen || canvas.width === 0 || canvas.height === 0) return Promise.resolve(null)
    // Transparent areas of a picture are white paper.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
    return Promise.resolve(findCode(data, canvas.width, canvas.height)?.data || null)
  }
}

/** Opens what finds codes in this browser. Throws PartMissing where the library cannot be loaded. */
export async function openCodeFinder(): Promise<CodeFinder> {
  const ofBrowser = await browserFind()
  let find = ofBrowser ?? (await libraryFind())
  return {
    inFrame: async (video) => {
      try {
        return await find(video, FRAME_SIDE)
      } catch (error) {
        if (find !== ofBrowser) throw error
        // The service behind the browser's own detector may be absent although the browser names the format.
        find = await libraryFind()
        return find(video, FRAME_SIDE)
      }
    },
    inFile: async (file) => {
      const picture = await createImageBitmap(file)
      try {
        const found = ofBrowser && (await ofBrowser(picture, Infinity).catch(() => null))
        if (found) return found
        const searchLibrary = ofBrowser ? await libraryFind() : find
        for (const side of FILE_SIDES) {
          const text = await searchLibrary(picture, side)
          if (text !== null) return text
        }
        return null
      } finally {
        picture.close()
      }
    },
  }
}

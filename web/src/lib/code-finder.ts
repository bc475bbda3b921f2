// Finds QR codes in pictures: by the browser where it can, else by a library that is loaded with its first use.
import { fetchPart } from './lazy-part.ts'

type Picture = HTMLVideoElement | ImageBitmap

/** The first QR code of a picture as text; null where there is none. */
type Find = (picture: Picture) => Promise<string | null>

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

/** How thoroughly the library searches: the longest side in pixels, and the time for further attempts after the first one. */
type Search = { longestSide: number; effort?: number; timeLimit?: number }

/** Enough for a code that fills a third of the picture. The next frame comes soon: few attempts. */
const FRAME: Search = { longestSide: 640 }
/** The library searches a picture from its coarsest size to its finest one: smaller ones have less noise, larger ones show a small code. */
const FILE: Search = { longestSide: 2400, effort: Infinity, timeLimit: 2000 }

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

async function libraryFind({ longestSide, ...options }: Search): Promise<Find> {
  const { decodeQR } = await fetchPart(() => import('qr/decode.js'))
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return (picture) => {
    const { width, height } = sizeOf(picture)
    const scale = Math.min(1, longestSide / Math.max(width, height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    if (!pen || canvas.width === 0 || canvas.height === 0) return Promise.resolve(null)
    // Transparent areas of a picture are white paper.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    try {
      return Promise.resolve(decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height), options) || null)
    } catch {
      // It throws where it finds no code.
      return Promise.resolve(null)
    }
  }
}

/** Opens what finds codes in this browser. Throws PartMissing where the library cannot be loaded. */
export async function openCodeFinder(): Promise<CodeFinder> {
  const ofBrowser = await browserFind()
  let find = ofBrowser ?? (await libraryFind(FRAME))
  return {
    inFrame: async (video) => {
      try {
        return await find(video)
      } catch (error) {
        if (find !== ofBrowser) throw error
        // The service behind the browser's own detector may be absent although the browser names the format.
        find = await libraryFind(FRAME)
        return find(video)
      }
    },
    inFile: async (file) => {
      const picture = await createImageBitmap(file)
      try {
        const found = ofBrowser && (await ofBrowser(picture).catch(() => null))
        if (found) return found
        const searchLibrary = await libraryFind(FILE)
        return await searchLibrary(picture)
      } finally {
        picture.close()
      }
    },
  }
}

// Decodes uploaded pictures and encodes them again: metadata and other files hidden in them are removed.
import type { Sharp, SharpOptions } from 'sharp'
import { createLimiter } from './concurrency.ts'

export const MAX_PIXELS = 50_000_000
const MAX_SECONDS = 20

const limited = createLimiter(1)

/** Opens a picture. The library is loaded with the first one: most processes never see one. */
async function open(content: Buffer, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // One picture at a time and no cache: a decoded picture takes up to 150 MB.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(content, options)
}

/** Decodes the pixels, upright. Throws if the content is not a complete picture within the limits. */
async function decode(content: Buffer): Promise<Sharp> {
  const picture = await open(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
  return picture.timeout({ seconds: MAX_SECONDS }).rotate()
}

/** The number of pixels that the header declares, read before decoding; null if it is unreadable. */
export async function pixelsOf(content: Buffer): Promise<number | null> {
  try {
    const { width, height } = await (await open(content, { limitInputPixels: false, failOn: 'error' })).metadata()
    return width * height
  } catch {
    return null
  }
}

/** Encodes the picture again in the same format; null if it is damaged. */
export async function rewriteImage(content: Buffer, kind: 'jpeg' | 'png'): Promise<Buffer | null> {
  try {
    return await limited(async () => {
      const picture = await decode(content)
      return (kind === 'jpeg' ? picture.jpeg({ quality: 90 }) : picture.png()).toBuffer()
    })
  } catch {
    return null
  }
}

/** The centre of a picture, as a small square JPEG. */
export const squareOf = (content: Buffer, side: number): Promise<Buffer> =>
  limited(async () =>
    (await decode(content))
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )

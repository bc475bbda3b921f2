// Pictures that came from outside are decoded and written anew: what is not picture (metadata, another file hidden in it) stays behind.
import sharp, { type Sharp } from 'sharp'
import { createLimiter } from './concurrency.ts'

export const MAX_PIXELS = 50_000_000
const MAX_SECONDS = 20

// One picture at a time and no cache: a decoded one takes up to 150 MB, and the server has other work to do.
sharp.cache(false)
sharp.concurrency(1)
const limited = createLimiter(1)

/** The pixels, upright. Throws where the content is not a whole picture within the limits. */
const decode = (content: Buffer): Sharp =>
  sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    .timeout({ seconds: MAX_SECONDS })
    .rotate()

/** How many pixels the picture claims, before any of them is decoded; null where it cannot be read. */
export async function pixelsOf(content: Buffer): Promise<number | null> {
  try {
    const { width, height } = await sharp(content, { limitInputPixels: false, failOn: 'error' }).metadata()
    return width * height
  } catch {
    return null
  }
}

/** The same picture, written anew in the same format; null where it is damaged. */
export async function rewriteImage(content: Buffer, kind: 'jpeg' | 'png'): Promise<Buffer | null> {
  try {
    return await limited(() =>
      (kind === 'jpeg' ? decode(content).jpeg({ quality: 90 }) : decode(content).png()).toBuffer(),
    )
  } catch {
    return null
  }
}

/** The middle of a picture, as a small square JPEG. */
export const squareOf = (content: Buffer, side: number): Promise<Buffer> =>
  limited(() =>
    decode(content)
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )

// Opens a picture of the device in the browser: only the selected square is uploaded, in a small size.
import { type Crop, sideOf, type Size } from './crop.ts'

/** The size of the upload: large enough for any screen, small enough for slow networks. */
const SIDE = 512

export type OpenPicture = { image: HTMLImageElement; address: string; size: Size }

const startsWith = (bytes: Uint8Array, ...sign: number[]) => sign.every((byte, index) => bytes[index] === byte)

/** Whether the file is a JPEG or a PNG, by its content. */
async function isPicture(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  return startsWith(bytes, 0xff, 0xd8, 0xff) || startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
}

/** Opens a file, or returns its error. */
export async function openPicture(file: File): Promise<OpenPicture | 'image_type' | 'file_damaged'> {
  if (!(await isPicture(file))) return 'image_type'
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return { image, address, size: { width: image.naturalWidth, height: image.naturalHeight } }
  } catch {
    URL.revokeObjectURL(address)
    return 'file_damaged'
  }
}

/** Crops the square. */
export async function cropPicture({ image, size }: OpenPicture, crop: Crop): Promise<File> {
  const side = sideOf(size, crop)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  // The background of transparent areas: JPEG has no transparency.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.drawImage(image, crop.x * size.width - side / 2, crop.y * size.height - side / 2, side, side, 0, 0, SIDE, SIDE)
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!content) throw new Error('this browser writes no JPEG')
  return new File([content], 'photo.jpg', { type: 'image/jpeg' })
}

// Reduces a photograph of a document before the upload to a size that is still easy to read.
const LONGEST_SIDE = 2000
const LIGHT_ENOUGH = 700_000
const QUALITY = 0.82

/**
 * Returns a large photograph in a smaller size. A file that this browser cannot read is returned unchanged, and the
 * server validates it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= LIGHT_ENOUGH) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const pen = canvas.getContext('2d')
    if (!pen) return file
    // JPEG has no transparency: transparent areas become white.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return content && content.size < file.size
      ? new File([content], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
      : file
  } catch {
    return file
  }
}

import { encode } from 'uqr'

/** The side of the picture in pixels: sharp on a poster of A5. */
const SIDE = 1200

/** A QR code as a PNG picture: black on white, with the quiet zone that readers need. */
export function codePicture(text: string): Promise<Blob> {
  const { data, size } = encode(text, { border: 4 })
  const cell = Math.floor(SIDE / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = cell * size
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('the browser draws no pictures'))
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  data.forEach((row, y) => row.forEach((isDark, x) => isDark && pen.fillRect(x * cell, y * cell, cell, cell)))
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser encodes no PNG'))), 'image/png'),
  )
}

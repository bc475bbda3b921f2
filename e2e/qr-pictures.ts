// Draws QR codes as pictures and as the video of a camera, for journeys.
import { writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** The grey values of a drawn code on white ground, row by row. */
function drawCode(text: string, { width, height, module }: { width: number; height: number; module: number }) {
  const { data, size } = encode(text, { border: 4 })
  const [left, top] = [Math.floor((width - size * module) / 2), Math.floor((height - size * module) / 2)]
  return Buffer.from(
    Array.from({ length: width * height }, (_, index) => {
      const x = Math.floor(((index % width) - left) / module)
      const y = Math.floor((Math.floor(index / width) - top) / module)
      return data[y]?.[x] ? 0 : 255
    }),
  )
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A square picture with a code in its middle, as PNG. Without a text: white. */
export function qrPicture(text: string | null, side = 900): Buffer {
  const pixels =
    text === null ? Buffer.alloc(side * side, 255) : drawCode(text, { width: side, height: side, module: 6 })
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * side, (y + 1) * side)]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // Eight bits of grey.
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Writes a video of one picture with a code, which Chromium plays as its camera. */
export function writeQrVideo(file: string, text: string): void {
  const [width, height] = [640, 480]
  const frame = [
    Buffer.from('FRAME\n'),
    drawCode(text, { width, height, module: 6 }),
    // Without colour.
    Buffer.alloc((width * height) / 2, 128),
  ]
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...frame, ...frame]),
  )
}

// Writes ZIP files as a stream: each part is opened after the previous one was sent.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type Part = {
  path: string
  open: () => Buffer | Readable | Promise<Buffer | Readable>
  /** Compressed content is stored without further compression. */
  isCompressed?: boolean
}

/** When the client disconnects, the open part is closed, and no other is opened. */
export function archive(parts: readonly Part[]): Readable {
  const zip = new ZipFile()
  // yazl types its output by the interface alone; it is a PassThrough.
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  let open: Readable | null = null
  zip.on('error', fail)
  for (const { path, isCompressed = false, open: openPart } of parts)
    zip.addReadStreamLazy(path, { compress: !isCompressed }, (give) => {
      if (output.destroyed) return
      Promise.resolve(openPart()).then((content) => {
        open = Buffer.isBuffer(content) ? Readable.from([content]) : content
        open.on('error', fail)
        if (output.destroyed) open.destroy()
        else give(null, open)
        return null
      }, fail)
    })
  zip.end()
  output.on('close', () => open?.destroy())
  return output
}

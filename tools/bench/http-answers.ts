// Reads the answers of a server from the bytes of a connection: status and length only, as a load generator needs them.

const HEADER_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: *(\d+)/i
const STATUS_AT = 9
/** Answers without a body, whatever their headers contain. */
const BODILESS = new Set([204, 304])

/**
 * Answers a function that takes the bytes of one connection in any pieces, and calls `onAnswer` with the status of each answer that is
 * complete. One request is under way at a time.
 */
export function answerReader(onAnswer: (status: number) => void): (bytes: Buffer) => void {
  let head: Buffer | null = null
  let status = 0
  let bodyLeft = 0

  function readHead(bytes: Buffer): void {
    const known = head ? Buffer.concat([head, bytes]) : bytes
    const end = known.indexOf(HEADER_END)
    if (end < 0) {
      // The caller uses its memory again for the next bytes.
      head = Buffer.from(known)
      return
    }
    head = null
    const text = known.toString('latin1', 0, end)
    status = Number(text.slice(STATUS_AT, STATUS_AT + 3))
    const length = BODILESS.has(status) ? '0' : LENGTH.exec(text)?.[1]
    if (length === undefined) throw new Error(`an answer ${status} without a length`)
    bodyLeft = Number(length)
    readBody(known.length - end - HEADER_END.length)
  }

  function readBody(count: number): void {
    bodyLeft -= count
    if (bodyLeft < 0) throw new Error('bytes after the end of an answer')
    if (bodyLeft === 0) onAnswer(status)
  }

  return (bytes) => (bodyLeft > 0 ? readBody(bytes.length) : readHead(bytes))
}

// Sends a form with upload progress, which fetch does not report.
import { endingAfter, ServerFrozen } from './deadline.ts'

/** From the last byte of the form on: a file of thousands of lines is read before the answer. */
const DEADLINE_MS = 60_000

export type Sending = {
  method: string
  headers: Headers
  form: FormData
  signal?: AbortSignal | undefined
  /** From 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** The answer, as fetch returns it. Rejects if the server cannot be reached or the upload is cancelled. */
export function sendForm(address: string, { method, headers, form, signal, onProgress }: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    let isFrozen = false
    const giveUpFrozen = () => {
      isFrozen = true
      request.abort()
    }
    request.open(method, address)
    request.responseType = 'blob'
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress?.(loaded / total))
    request.upload.addEventListener('load', () => {
      const deadline = endingAfter(DEADLINE_MS)
      deadline.addEventListener('abort', giveUpFrozen)
      request.addEventListener('loadend', () => deadline.removeEventListener('abort', giveUpFrozen))
    })
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', giveUp))
    request.addEventListener('error', () => reject(new TypeError('unreachable')))
    request.addEventListener('abort', () =>
      reject(isFrozen ? new ServerFrozen() : new DOMException('given up', 'AbortError')),
    )
    request.addEventListener('load', () => {
      const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
      const answered = lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ])
      // The constructor refuses a body with status 204.
      const body = request.status === 204 ? null : (request.response as Blob)
      resolve(new Response(body, { status: request.status, headers: answered.filter(([name]) => name !== '') }))
    })
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) return giveUp()
    request.send(form)
  })
}

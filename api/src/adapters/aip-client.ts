// Sends messages to the interface application (AIP) of the instant payment platform, by HTTPS with certificates on both sides.
import { Agent, request } from 'node:https'
import { type AipCallPath, aipCallText, AipMessageState } from '../formats/instant/aip-calls.ts'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 64_000
const MAX_CONNECTIONS = 16

/** Certificates in PEM: those trusted for the other side, our own with its chain, and its private key. */
export type AipTls = { ca: string; cert: string; key: string }

/** `accepted`: the AIP has the message, now or from an earlier attempt; what becomes of it comes as a callback. */
export type AipAnswer = { outcome: 'accepted' } | { outcome: 'refused'; status: number; text: string }

export type AipClient = {
  /**
   * Sends a message; `body` has the shape of `AipCall` for its path. Throws a ZodError for a body that does not fit, and another error
   * when the AIP could not be reached, took too long or failed itself: the same message, with the same msgId, is then sent again.
   */
  send: (path: AipCallPath, body: unknown) => Promise<AipAnswer>
  /** What became of a message inside the AIP, or null when it does not have the message. */
  findMessageState: (msgId: string) => Promise<AipMessageState | null>
  close: () => void
}

type Answer = { status: number; text: string }

/** The explanation in an answer of the AIP, `{"message": "..."}`, or its text. */
function messageIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string')
      return answer.message
  } catch {
    // Not JSON: an answer of something between the bank and the AIP.
  }
  return text.slice(0, 500)
}

/** Whether the AIP, or something before it, may answer differently in a moment. */
const isTemporary = (status: number) => status >= 500 || status === 408 || status === 429

/** Opens the client. `url` is the address of the AIP; connections are kept and used again. */
export function openAipClient({ url, tls }: { url: string; tls: AipTls }): AipClient {
  const base = url.endsWith('/') ? url : `${url}/`
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    minVersion: 'TLSv1.2',
    ca: tls.ca,
    cert: tls.cert,
    key: tls.key,
  })

  function call(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const headers =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
    const sending = request(
      new URL(path.slice(1), base),
      { method, agent, headers: { Accept: 'application/json', ...headers }, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (answer) => {
        const parts: Buffer[] = []
        let read = 0
        answer.on('data', (part: Buffer) => {
          read += part.length
          if (read > MAX_ANSWER_BYTES) answer.destroy(new Error('the answer of the AIP is too long'))
          else parts.push(part)
        })
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      },
    )
    sending.on('error', reject)
    sending.end(body)
    return promise
  }

  return {
    async send(path, body) {
      const { status, text } = await call('POST', path, aipCallText(path, body))
      if (isTemporary(status)) throw new Error(`the AIP answered ${status} to ${path}`)
      return status >= 200 && status < 300
        ? { outcome: 'accepted' }
        : { outcome: 'refused', status, text: messageIn(text) }
    },
    async findMessageState(msgId) {
      const { status, text } = await call('GET', `/messages/statut/${encodeURIComponent(msgId)}`)
      if (status === 404) return null
      if (status !== 200) throw new Error(`the AIP answered ${status} to the state of a message`)
      return AipMessageState.parse(JSON.parse(text))
    },
    close: () => agent.destroy(),
  }
}

// Listens for the bank's calls, as the interface application (AIP) does: HTTPS with certificates on both sides.
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import { aipCalls, isAipCallPath } from '../../formats/instant/aip-calls.ts'
import { simulateCall } from './simulate-calls.ts'
import { nowMs, type SimulatorContext } from './simulator-context.ts'

const MAX_BODY_BYTES = 256_000
const STATE_PATH = /^\/messages\/statut\/([A-Za-z0-9]+)$/

type Reply = { status: number; body: object }

export const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let read = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    read += part.length
    if (read > MAX_BODY_BYTES) throw new Error('the body is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What identifies a message that is sent again; look-ups and claims are simply answered again. */
function keyOf(body: object): string | null {
  if ('msgId' in body && typeof body.msgId === 'string') return body.msgId
  if ('idCreationAlias' in body && typeof body.idCreationAlias === 'string') return `alias ${body.idCreationAlias}`
  return null
}

function stateOf({ store }: SimulatorContext, msgId: string): Reply {
  const message = store.get('messages', msgId)
  if (!message) return { status: 404, body: { message: `Aucun message ne correspond au 'MsgId' fourni ${msgId}` } }
  const at = new Date(message.at).toISOString()
  return { status: 200, body: { msgId, etat: 'ENVOYE_PI', dateReception: at, dateEnvoi: at } }
}

async function answerTo(context: SimulatorContext, request: IncomingMessage): Promise<Reply> {
  const { pathname: path } = new URL(request.url ?? '/', 'https://aip')
  const asksState = STATE_PATH.exec(path)
  if (request.method === 'GET' && asksState?.[1]) return stateOf(context, asksState[1])
  if (request.method !== 'POST' || !isAipCallPath(path)) return { status: 404, body: { message: 'Chemin inconnu' } }
  const parsed = aipCalls[path].safeParse(jsonOf(await textOf(request)))
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
    return { status: 400, body: { message: `Les données envoyées ne sont pas conformes : ${fields}` } }
  }
  const key = keyOf(parsed.data)
  if (key && context.store.get('messages', key))
    return { status: 200, body: { message: 'L’identifiant du message existe déjà en base' } }
  const { changes, refusal } = simulateCall(context, path, parsed.data)
  if (refusal) return { status: refusal.status, body: { message: refusal.message } }
  const kept = key ? [{ table: 'messages', key, row: { path, at: nowMs(context) } } as const] : []
  await context.store.commit([...kept, ...changes])
  return { status: 202, body: { message: 'Votre requête a été initiée avec succès' } }
}

type PortOptions = {
  port: number
  tls: { ca: string; cert: string; key: string }
  /** Called after each call that was accepted. */
  onChange: () => void
}

/** Opens the port on the loopback interface. */
export async function openAipPort(context: SimulatorContext, { port, tls, onChange }: PortOptions): Promise<Server> {
  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2', keepAliveTimeout: 60_000 },
    (request, response) => {
      answerTo(context, request)
        .then(({ status, body }) =>
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
        )
        .catch(() => response.destroy())
        .finally(onChange)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

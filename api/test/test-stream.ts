// Reads a stream of events as the portal does: by HTTP, piece by piece.
import { followEvents } from 'contract/live.ts'
import type { Visitor } from './test-bank.ts'
import { until } from './until.ts'

export type ReceivedEvent = { event: string; id: string | null; data: unknown }
export type TestStream = {
  status: number
  received: ReceivedEvent[]
  /** The kinds of the changes, in the order of arrival. */
  kinds: () => string[]
  lastId: () => string | undefined
  hasEnded: () => boolean
  /** Waits for an event of this name, or a change of this kind. */
  waitFor: (name: string) => Promise<ReceivedEvent>
  close: () => void
}

export async function openStream(
  address: string,
  { token, cookie }: Visitor,
  lastEventId?: string,
): Promise<TestStream> {
  const leaving = new AbortController()
  const response = await fetch(`${address}/wb-api${followEvents.path}`, {
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${token}`,
      cookie: `__Host-connect=${cookie}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const received: ReceivedEvent[] = []
  const ids: string[] = []
  let hasEnded = false
  let rest = ''
  function take(text: string): void {
    rest += text
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      )
      const id = fields.get('id') ?? null
      if (id !== null) ids.push(id)
      const data = fields.get('data')
      if (data !== undefined) received.push({ event: fields.get('event') ?? '', id, data: JSON.parse(data) })
    }
  }
  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) take(decoder.decode(piece, { stream: true }))
  }
  void read()
    .catch(() => undefined)
    .finally(() => (hasEnded = true))
  const isNamed = (name: string) => (one: ReceivedEvent) =>
    one.event === name || (one.data as { kind?: string }).kind === name
  return {
    status: response.status,
    received,
    kinds: () => received.filter(({ event }) => event === 'change').map(({ data }) => (data as { kind: string }).kind),
    lastId: () => ids.at(-1),
    hasEnded: () => hasEnded,
    waitFor: (name) => until(() => received.find(isNamed(name))),
    close: () => leaving.abort(),
  }
}

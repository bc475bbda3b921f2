// Parses server-sent events from fetch, in chunks: EventSource cannot send the token.
export type ServerEvent = { event: string; data: string }

/** Parses the stream and calls back with complete events; `onId` receives the last event id. */
export function createEventReader({
  onEvent,
  onId,
}: {
  onEvent: (event: ServerEvent) => void
  onId: (id: string) => void
}) {
  let rest = ''
  const readBlock = (block: string) => {
    const fields = { event: '', data: null as string | null, id: null as string | null }
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^(event|data|id): ?(.*)$/.exec(line) ?? []
      if (name === 'data') fields.data = fields.data === null ? value : `${fields.data}\n${value}`
      else if (name === 'event' || name === 'id') fields[name] = value
    }
    if (fields.data !== null) onEvent({ event: fields.event, data: fields.data })
    // Set after the event: a truncated event is received again.
    if (fields.id) onId(fields.id)
  }
  return (text: string) => {
    rest += text
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    blocks.forEach(readBlock)
  }
}

import { expect, it } from 'vitest'
import { createEventReader } from './event-reader.ts'

const sent =
  'event: hello\nid: 1.5:5:\ndata: {}\n\nid: 2.6:6:\n\nevent: change\ndata: {"kind":"balance"}\n\nevent: change\nid: 3.7:7:\ndata: {"kind":"cards"}\n\n'

it.each([1, 7, 1_000])('reads the same events in chunks of %i characters', (size) => {
  const received: string[] = []
  const read = createEventReader({
    onEvent: ({ event, data }) => received.push(`${event} ${data}`),
    onId: (id) => received.push(id),
  })
  for (let at = 0; at < sent.length; at += size) read(sent.slice(at, at + size))
  expect(received).toEqual([
    'hello {}',
    '1.5:5:',
    '2.6:6:',
    'change {"kind":"balance"}',
    'change {"kind":"cards"}',
    '3.7:7:',
  ])
})

it('keeps an incomplete event for the next chunk', () => {
  const received: string[] = []
  const read = createEventReader({ onEvent: ({ event }) => received.push(event), onId: () => undefined })
  read('event: change\ndata: {}\n')
  expect(received).toEqual([])
  read('\n')
  expect(received).toEqual(['change'])
})

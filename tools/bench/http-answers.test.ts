import { expect, it } from 'vitest'
import { answerReader } from './http-answers.ts'

const answer = (status: number, body: string, length = `content-length: ${Buffer.byteLength(body)}\r\n`) =>
  Buffer.from(`HTTP/1.1 ${status} Text\r\ncontent-type: text/plain\r\n${length}\r\n${body}`)

function statusesOf(pieces: readonly Buffer[]): number[] {
  const statuses: number[] = []
  const read = answerReader((status) => statuses.push(status))
  for (const piece of pieces) read(piece)
  return statuses
}

it('reads answers one after the other', () => {
  expect(statusesOf([answer(201, 'créé'), answer(422, '')])).toEqual([201, 422])
})

it('reads an answer that arrives in pieces, from memory that is used again', () => {
  const whole = answer(200, 'é'.repeat(50))
  const memory = Buffer.alloc(7)
  const statuses: number[] = []
  const read = answerReader((status) => statuses.push(status))
  for (let start = 0; start < whole.length; start += memory.length)
    read(memory.subarray(0, whole.copy(memory, 0, start, start + memory.length)))
  expect(statuses).toEqual([200])
})

it('expects no body after 304, whatever its length says', () => {
  expect(statusesOf([answer(304, '', 'content-length: 5000\r\n'), answer(200, 'x')])).toEqual([304, 200])
})

it('refuses what it cannot count', () => {
  expect(() => statusesOf([answer(200, 'x', 'transfer-encoding: chunked\r\n')])).toThrow('without a length')
  expect(() => statusesOf([Buffer.concat([answer(200, 'x'), Buffer.from('y')])])).toThrow('after the end')
})

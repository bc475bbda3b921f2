import { describe, expect, it } from 'vitest'
import { paragraphs, Reason } from './text.ts'

describe('a text of several lines', () => {
  const Text = paragraphs(1, 20)
  const read = (typed: unknown) => Text.safeParse(typed)

  it.each([
    ['une\r\ndeux\rtrois', 'une\ndeux\ntrois'],
    ['  bonjour \n', 'bonjour'],
    ['e\u0301te\u0301', 'été'],
    ['\u202A+221 77\u202C', '+221 77'],
    ['a\u0000b\u200Bc\td', 'abc d'],
    ['👩\u200D🌾 merci', '👩\u200D🌾 merci'],
  ])('reads %j as %j', (typed, text) => {
    expect(read(typed).data).toBe(text)
  })

  it.each([
    ['', 'required'],
    [' \n\t\u200B ', 'required'],
    [undefined, 'required'],
    ['facture\u202Efdp.exe', 'text_invalid'],
    ['x'.repeat(21), 'text_too_long'],
  ])('refuses %j: %s', (typed, code) => {
    expect(read(typed).error?.issues[0]?.message).toBe(code)
  })
})

it('reports the minimum length of a reason that is too short', () => {
  const codes = (text: unknown) => Reason.safeParse(text).error?.issues.map(({ message }) => message) ?? []
  expect(codes('non')).toEqual([])
  expect(codes('no')).toEqual(['reason_too_short'])
  expect(codes('')).toEqual(['required'])
  expect(codes('x'.repeat(256))).toEqual(['text_too_long'])
})

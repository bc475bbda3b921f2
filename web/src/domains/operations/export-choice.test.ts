import { describe, expect, it } from 'vitest'
import { parseExportChoice } from './export-choice.ts'

const usual = parseExportChoice(null)

describe('the choices of the last export', () => {
  it('are taken up again, their columns in the order of the file', () => {
    expect(parseExportChoice('{"format":"csv","columns":["amount","date"]}')).toEqual({
      format: 'csv',
      columns: ['date', 'amount'],
    })
  })

  it.each(['', '{', '7', '[]', '{"format":"exe","columns":["password"]}', '{"format":7,"columns":{"0":"date"}}'])(
    'are the usual ones where %j was remembered',
    (text) => expect(parseExportChoice(text)).toEqual(usual),
  )
})

import { describe, expect, it } from 'vitest'
import { parseExportChoice } from './export-choice.ts'

const usual = parseExportChoice(null)

describe('the remembered export options', () => {
  it('are restored, with the columns in the order of the file', () => {
    expect(parseExportChoice('{"format":"csv","columns":["amount","date"]}')).toEqual({
      format: 'csv',
      columns: ['date', 'amount'],
    })
  })

  it.each(['', '{', '7', '[]', '{"format":"exe","columns":["password"]}', '{"format":7,"columns":{"0":"date"}}'])(
    'are the default ones if %j was stored',
    (text) => expect(parseExportChoice(text)).toEqual(usual),
  )
})

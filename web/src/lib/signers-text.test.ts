import { expect, it } from 'vitest'
import { signersText } from './signers-text.ts'

it('says whether one of the people signs, or each of them', () => {
  const two = ['Ibrahima Mané', 'Adama Sané']
  expect(signersText('fr', two, 1)).toBe('Ibrahima Mané ou Adama Sané')
  expect(signersText('fr', two, 2)).toBe('Ibrahima Mané et Adama Sané')
  expect(signersText('en', two, 1)).toBe('Ibrahima Mané or Adama Sané')
  expect(signersText('en', two, 2)).toBe('Ibrahima Mané and Adama Sané')
  expect(signersText('fr', [], 1)).toBe('')
})

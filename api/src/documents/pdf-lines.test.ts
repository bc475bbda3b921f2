import { expect, it } from 'vitest'
import { linesOf } from './pdf-lines.ts'

it.each([
  ['Le solde est insuffisant', 10, ['Le solde', 'est', 'insuffisan', 't']],
  // French signs stay with the word before them, and « with the word after it.
  ['Refusé par la banque : compte clos', 14, ['Refusé par la', 'banque :', 'compte clos']],
  ['Il dit « bonjour » à Awa', 11, ['Il dit', '« bonjour »', 'à Awa']],
  ['deux\nlignes', 20, ['deux', 'lignes']],
])('breaks %j at %i characters', (text, maxWidth, lines) => {
  expect(linesOf(text, maxWidth, () => 1)).toEqual(lines)
})

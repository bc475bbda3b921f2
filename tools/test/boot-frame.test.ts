import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, root } from '../lib/project.ts'

/** The sentences of the elements in a language. */
const sentencesIn = (language: string, html: string) =>
  [...html.matchAll(new RegExp(`<(p|span) lang="${language}">(.*?)</\\1>`, 'gs'))].flatMap(([, , content = '']) =>
    content
      .split(/<[^>]+>/)
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  )

// What stands before the scripts are there is replaced by the same words: otherwise the page would change under the reader's eyes.
it('shows sentences of the sign-in page before its scripts are there, in both languages', () => {
  const html = readFileSync(inProject('web/index.html'), 'utf8')
  const english = new Map(
    globSync('web/src/**/locales/en.po', { cwd: root }).flatMap((file) =>
      [...readFileSync(inProject(file), 'utf8').matchAll(/^msgid "(.+)"\nmsgstr "(.*)"/gm)].map(
        ([, id = '', text = '']) => [id, text] as const,
      ),
    ),
  )
  const french = sentencesIn('fr', html)
  expect(french).toContain('Votre mot de passe ne se partage pas')
  expect(french).toHaveLength(7)
  expect(sentencesIn('en', html)).toEqual(french.map((sentence) => english.get(sentence)))
})

// Internet Explorer is sent to another page by this script: with newer syntax it would not run at all.
it('begins with a script in the syntax of ECMAScript 5', () => {
  const script = readFileSync(inProject('web/src/boot.js'), 'utf8').replaceAll(/\/\/.*|'.*?'/g, '0')
  expect(script).toContain('location.replace(0)')
  expect(script).not.toMatch(/=>|`|\b(?:let|const|class|async)\b|\?\.|\?\?|\.\.\.|,\s*[)\]}]/)
})

// A translation replaces the texts that React updates: a sum on a translated page would stay as it was (docs/decisions/0094).
it('is not translated by browsers', () => {
  const html = readFileSync(inProject('web/index.html'), 'utf8')
  expect(html).toContain('<html lang="fr" translate="no"')
  expect(html).toContain('<meta name="google" content="notranslate" />')
})

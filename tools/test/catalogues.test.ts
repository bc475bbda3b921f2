import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, root } from '../lib/project.ts'

// The catalogues of the open screens are merged: with two translations of one sentence, the last one loaded would win.
it('translates one French sentence into one English sentence in all catalogues, except with a context', () => {
  const said = new Map<string, Set<string>>()
  for (const file of globSync('web/src/**/locales/en.po', { cwd: root })) {
    const text = readFileSync(inProject(file), 'utf8')
    for (const [, context = '', id = '', labels = ''] of text.matchAll(
      /(?:msgctxt "(.*)"\n)?msgid "(.+)"\nmsgstr "(.*)"/g,
    )) {
      const key = `${context}|${id}`
      said.set(key, (said.get(key) ?? new Set()).add(labels))
    }
  }
  expect(said.size).toBeGreaterThan(100)
  expect([...said].filter(([, labels]) => labels.size > 1)).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, root } from '../lib/project.ts'

// The catalogues of the open screens are merged: with two translations of one sentence, the last one loaded would win.
it('translates one French sentence into one English sentence in all catalogues, except with a context', () => {
  const englishByFrench = new Map<string, Set<string>>()
  for (const file of globSync('web/src/**/locales/en.po', { cwd: root })) {
    const text = readFileSync(inProject(file), 'utf8')
    for (const [, context = '', id = '', labels = ''] of text.matchAll(
      /(?:msgctxt "(.*)"\n)?msgid "(.+)"\nmsgstr "(.*)"/g,
    )) {
      const key = `${context}|${id}`
      englishByFrench.set(key, (englishByFrench.get(key) ?? new Set()).add(labels))
    }
  }
  expect(englishByFrench.size).toBeGreaterThan(100)
  expect([...englishByFrench].filter(([, labels]) => labels.size > 1)).toEqual([])
})

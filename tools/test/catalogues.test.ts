import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** The files of the portal that these import, directly or through others, without those that are loaded later. */
function loadedWith(files: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
  for (const file of files) {
    if (seen.has(file)) continue
    seen.add(file)
    const imports = readFileSync(inProject(file), 'utf8').matchAll(
      /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+\.tsx?)'/gm,
    )
    loadedWith(
      [...imports].map(([, name = '']) => join(dirname(file), name)),
      seen,
    )
  }
  return seen
}

/** The files whose sentences a catalogue contains. */
const sourcesOf = (catalogue: string) =>
  new Set(
    [...readFileSync(inProject(catalogue), 'utf8').matchAll(/^#: (.+)$/gm)].flatMap(([, files = '']) =>
      files.split(' ').map((file) => `web/${file}`),
    ),
  )

it.each([
  ['the sign-in page', ['web/src/main.tsx'], ['web/src/shell/locales/fr.po']],
  [
    'the home page',
    ['SignedInFrame', 'MainLayout']
      .map((name) => `web/src/app/layouts/${name}.tsx`)
      .concat(['web/src/domains/dashboard/DashboardScreen.tsx']),
    ['web/src/shell/locales/fr.po', 'web/src/app/locales/fr.po', 'web/src/domains/dashboard/locales/fr.po'],
  ],
])('has every sentence of %s in its catalogues', (_page, entries, catalogues) => {
  const loaded = loadedWith(entries)
  expect(loaded.size).toBeGreaterThan(30)
  const missing = globSync('web/src/**/locales/fr.po', { cwd: root })
    .filter((file) => !catalogues.includes(file))
    .flatMap((file) => [...sourcesOf(file)].filter((source) => loaded.has(source)))
  expect(missing).toEqual([])
})

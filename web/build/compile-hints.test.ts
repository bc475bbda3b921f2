import { build, type Plugin } from 'vite'
import { expect, it } from 'vitest'
import { COMPILE_HINT, compileHints } from './compile-hints.ts'

const FILES: Record<string, string> = {
  'first.js': `globalThis.open = () => import('./second.js')`,
  'second.js': `import('./third.js')\nimport './second.css'\nexport const second = () => 2`,
  'second.css': `body { color: red }`,
  'third.js': `import './third.css'\nexport const third = () => 3`,
  'third.css': `body { color: blue }`,
}

const sources: Plugin = {
  name: 'sources',
  resolveId(id) {
    const name = id.replace(/^\.?\//, '')
    return name in FILES ? `/${name}` : null
  },
  load: (id) => FILES[id.slice(1)],
}

/** The code of each script of a small page, by its name, and the names of the files. */
async function buildPage(isMarked: (name: string) => boolean) {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [sources, compileHints(isMarked)],
    build: { write: false, minify: false, rolldownOptions: { input: 'first.js' } },
  })
  if (!('output' in built)) throw new Error('The page is one bundle.')
  const scripts = built.output.filter((file) => file.type === 'chunk')
  return {
    code: Object.fromEntries(scripts.map(({ name, code }) => [name, code])),
    files: Object.fromEntries(scripts.map(({ name, fileName }) => [name, fileName])),
  }
}

it('begins the marked scripts with the hint, before what the bundler writes there', async () => {
  const { code } = await buildPage((name) => name === 'second')
  expect(code.second).toMatch(/^\/\/# allFunctionsCalledOnLoad\nconst __vite__mapDeps/)
  expect(code.third).not.toContain(COMPILE_HINT)
})

it('gives a script another file name with the hint: browsers keep files by their names', async () => {
  const marked = await buildPage((name) => name === 'third')
  const unmarked = await buildPage(() => false)
  expect(marked.files.third).not.toBe(unmarked.files.third)
  expect(marked.code.third).toBe(COMPILE_HINT + unmarked.code.third)
})

// Gives React, which is published as CommonJS, the form of a module: each call in the code becomes a plain name instead of
// a property of a wrapped object.
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const NAMES: readonly string[] = ['react', 'react/jsx-runtime']
const PREFIX = '\0module:'

export function reactAsModule(): Plugin {
  const require = createRequire(new URL('../src/main.tsx', import.meta.url))
  return {
    name: 'react-as-module',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer, { kind }) {
      const isImported = kind === 'import-statement' && !importer?.startsWith(PREFIX)
      return NAMES.includes(id) && isImported ? { id: PREFIX + id, moduleSideEffects: false } : null
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null
      const name = id.slice(PREFIX.length)
      const exported = Object.keys(require(name) as object).filter((key) => /^[a-zA-Z]+$/.test(key))
      return [
        `import original from ${JSON.stringify(require.resolve(name))}`,
        'export default original',
        ...exported.map((key) => `export const ${key} = original.${key}`),
      ].join('\n')
    },
  }
}

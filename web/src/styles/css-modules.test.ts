// A class that a component names must be in its CSS module, and each class of a module must be named: the compiler checks neither.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('../', import.meta.url)
const read = (file: string | URL) => readFileSync(file, 'utf8')
const keep = (map: Map<string, Set<string>>, key: string) => map.get(key) ?? map.set(key, new Set()).get(key)!

/** The classes of each module that the components name, and the modules of which a class is chosen at run time. */
function namesUsed() {
  const used = new Map<string, Set<string>>()
  const chosen = new Set<string>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const url = new URL(file, folder)
    const source = read(url)
    const text = source.replaceAll(/^import .*$/gm, '')
    for (const [, variable = '', path = ''] of source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const module = new URL(path, url).href
      for (const [, name = ''] of text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g')))
        keep(used, module).add(name)
      if (new RegExp(`\\b${variable}(\\[|[,)}])`).test(text)) chosen.add(module)
    }
  }
  return { used, chosen }
}

const classesOf = (css: string) =>
  new Set(
    [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*)\{/g)].flatMap(([, selector = '']) =>
      [...selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z_]\w*)/g)].map(([, name = '']) => name),
    ),
  )

describe('the CSS modules', () => {
  const { used, chosen } = namesUsed()
  it('have every class that a component names', () => {
    expect(used.size).toBeGreaterThan(80)
    const missing = [...used].flatMap(([module, names]) => {
      const classes = classesOf(read(new URL(module)))
      return [...names]
        .filter((name) => !classes.has(name))
        .map((name) => `${module.slice(folder.href.length)}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('have no class that no component names', () => {
    const unused = [...used].flatMap(([module, names]) =>
      chosen.has(module)
        ? []
        : [...classesOf(read(new URL(module)))]
            .filter((name) => !names.has(name))
            .map((name) => `${module.slice(folder.href.length)}: ${name}`),
    )
    expect(unused).toEqual([])
  })
})

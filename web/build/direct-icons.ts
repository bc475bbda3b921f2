// Imports each icon from its own file, so that the bundler sees which page needs it; the list of all icons hides that.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const LIST = 'lucide-react'

export const isIcon = (id: string) => id.includes('/lucide-react/dist/esm/icons/')

/** The file of each icon, by the names under which the package exports it. */
function filesOfIcons(list: string): ReadonlyMap<string, string> {
  return new Map(
    [...readFileSync(list, 'utf8').matchAll(/export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g)].flatMap(
      ([, names = '', file = '']) =>
        [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [
          name,
          join(dirname(list), file),
        ]),
    ),
  )
}

export function directIcons(): Plugin {
  let files: ReadonlyMap<string, string> | null = null
  return {
    name: 'direct-icons',
    apply: 'build',
    async transform(code, id) {
      // The keys of its lines are random texts, which compress badly.
      if (isIcon(id)) {
        let count = 0
        return { code: code.replace(/key: "\w+"/g, () => `key: "${(count += 1)}"`), map: null }
      }
      if (!/\/web\/src\/.*\.tsx?$/.test(id) || !code.includes(LIST)) return null
      files ??= filesOfIcons((await this.resolve(LIST, id))?.id ?? '')
      const fileOf = (name: string) => files?.get(name) ?? this.error(`${LIST} has no icon ${name}`)
      const edited = code.replace(/import \{([^}]+)\} from ["']lucide-react["'];?/g, (_all, names: string) =>
        names
          .split(',')
          .map((specifier) => specifier.trim())
          .filter((specifier) => specifier !== '')
          .map((specifier) => {
            const [name = '', local = name] = specifier.split(' as ')
            return `import ${local} from ${JSON.stringify(fileOf(name))};`
          })
          .join(' '),
      )
      return { code: edited, map: null }
    },
  }
}

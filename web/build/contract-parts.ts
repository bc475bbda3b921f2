// Splits the contract for the portal: each constant and function becomes a module of its own, so that a page loads only
// those that it uses. Of a call the portal gets its address, not its schemas: only the server validates inputs and answers
// with them. The schemas that forms check stay, beside these forms (decision 0057).
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ESTree, parseAst, type Plugin, transformWithOxc } from 'vite'

/** The properties of a call that the portal reads. */
const READ = ['method', 'path', 'scope', 'isPaged', 'isIdempotent'] as const
const PART = '?part='
/** A constant up to this length is written into each module that imports it. */
const SHORT = 240

type Call = Record<(typeof READ)[number], string | boolean>

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && READ.every((name) => name in value)

/** Whether JSON keeps all of this value. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  )
}

/** The text of a call or of a plain constant; an absent property of a call counts as false. */
function textOf(value: unknown): string | null {
  if (!isCall(value)) return isPlain(value) ? JSON.stringify(value) : null
  return JSON.stringify(Object.fromEntries(READ.map((name) => [name, value[name]]).filter(([, one]) => one !== false)))
}

const exportsOf = (file: string) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>

/** The statement that makes one export of a module known under a local name. */
async function statementFor(file: string, name: string, local: string): Promise<string> {
  const text = textOf((await exportsOf(file))[name])
  return text !== null && text.length <= SHORT
    ? `const ${local} = ${text};`
    : `import { ${name} as ${local} } from ${JSON.stringify(file + PART + name)};`
}

type Located = { start: number; end: number }
/** A module of the contract: its code without types, its top-level constants and functions, and what it imports. */
type Parsed = {
  code: string
  declarations: Map<string, { node: Located; prefix: string }>
  imports: Map<string, (local: string) => Promise<string>>
}

const isIdentifier = (node: object): node is ESTree.IdentifierReference =>
  'type' in node && node.type === 'Identifier' && 'name' in node

/** The names that occur below a node. */
function namesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  if (isIdentifier(node)) found.add(node.name)
  else for (const child of Object.values(node)) namesIn(child, found)
  return found
}

async function parse(file: string): Promise<Parsed> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const parsed: Parsed = { code, declarations: new Map(), imports: new Map() }
  for (const statement of parseAst(code).body) {
    if (statement.type === 'ImportDeclaration') {
      const source = statement.source.value
      for (const { type, local, ...one } of statement.specifiers) {
        const imported = 'imported' in one && isIdentifier(one.imported) ? one.imported.name : '*'
        parsed.imports.set(
          local.name,
          source.startsWith('.') && type === 'ImportSpecifier'
            ? (name) => statementFor(join(dirname(file), source), imported, name)
            : async (name) => `import * as ${name} from ${JSON.stringify(source)};`,
        )
      }
      continue
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'FunctionDeclaration' && declaration.id)
      parsed.declarations.set(declaration.id.name, { node: declaration, prefix: '' })
    if (declaration?.type === 'VariableDeclaration')
      for (const declarator of declaration.declarations)
        if (declarator.id.type === 'Identifier')
          parsed.declarations.set(declarator.id.name, { node: declarator, prefix: 'const ' })
  }
  return parsed
}

/** The module of one constant or function. */
async function partOf(file: string, name: string, parsed: Parsed): Promise<string> {
  const text = textOf((await exportsOf(file))[name])
  if (text !== null) return `export const ${name} = ${text}`
  const declaration = parsed.declarations.get(name)
  if (!declaration) throw new Error(`${file} does not define ${name}`)
  const { node, prefix } = declaration
  const statements = [...namesIn(node)].flatMap((used) => {
    if (used === name) return []
    const imported = parsed.imports.get(used)
    if (imported) return [imported(used)]
    return parsed.declarations.has(used) ? [statementFor(file, used, used)] : []
  })
  return `${(await Promise.all(statements)).join('')} export ${prefix}${parsed.code.slice(node.start, node.end)}`
}

/** The properties that a module reads of its calls, although the portal does not have them. */
function missingProperties(code: string, calls: readonly string[]): string[] {
  const missing =
    'params|query|body|answer|summary|refusals|right|capability|status|files|movesMoney|isConfirmed|isFile|isStream'
  return calls.flatMap((name) => code.match(new RegExp(`(?<![.\\w])${name}\\??\\.(?:${missing})\\b`, 'g')) ?? [])
}

export function contractParts(): Plugin {
  const parsed = new Map<string, Promise<Parsed>>()
  return {
    name: 'contract-parts',
    apply: 'build',
    resolveId: (id) => (id.includes(PART) ? { id, moduleSideEffects: false } : null),
    async load(id) {
      const [file = '', name] = id.split(PART)
      if (name === undefined) return null
      const module = parsed.get(file) ?? parse(file)
      parsed.set(file, module)
      return partOf(file, name, await module)
    },
    async transform(code, id) {
      if (!/\/web\/src\/.*\.tsx?$/.test(id) || !code.includes('contract/')) return null
      let edited = code
      const calls: string[] = []
      // From the last import to the first: the positions of the others stay valid.
      for (const statement of this.parse(code).body.toReversed()) {
        if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('contract/')) continue
        const file = (await this.resolve(statement.source.value, id))?.id ?? ''
        const values = await exportsOf(file)
        const statements = statement.specifiers.map((one) => {
          if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier')
            return this.error(`${id}: import the names that you use of ${statement.source.value}`)
          if (isCall(values[one.imported.name])) calls.push(one.local.name)
          return statementFor(file, one.imported.name, one.local.name)
        })
        edited =
          edited.slice(0, statement.start) + (await Promise.all(statements)).join('') + edited.slice(statement.end)
      }
      const missing = missingProperties(code, calls)
      if (missing.length > 0)
        this.error(`The portal has ${READ.join(', ')} of a call, not ${missing.join(', ')}: export the schema by name`)
      return { code: edited, map: null }
    },
  }
}

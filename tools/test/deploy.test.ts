import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { programs } from '../lib/build-server.ts'
import { inProject } from '../lib/project.ts'

const read = (file: string) => readFileSync(inProject(file), 'utf8')
const files = [
  'Containerfile',
  'compose.yaml',
  ...readdirSync(inProject('deploy/systemd')).map((name) => `deploy/systemd/${name}`),
]
const pages = ['docs/operating.md', 'docs/operators.md', 'docs/development.md', 'README.md']
const everything = [...files, ...pages].map((file): [string, string] => [file, read(file)])

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

it('starts only programs that exist', () => {
  let seen = 0
  for (const [file, text] of everything) {
    for (const program of found(text, /((?:api|database|tools)\/[\w/-]+\.(?:ts|mjs))/g)) {
      seen += 1
      expect([file, program, existsSync(inProject(program))]).toEqual([file, program, true])
    }
  }
  expect(seen).toBeGreaterThan(4)
})

it('starts only bundles that the build makes', () => {
  const bundles = everything.flatMap(([, text]) => found(text, /dist\/(\w+)\.js/g))
  expect(bundles.length).toBeGreaterThan(4)
  expect(bundles.filter((name) => !(name in programs))).toEqual([])
})

it('uses only scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [file, text] of everything)
    // Scripts of a workspace are in its own package.json.
    for (const script of found(text, /npm run ([\w:-]+)(?![\w:-]| -w)/g))
      expect([file, script, script in scripts]).toEqual([file, script, true])
})

it('sets only variables that the programs read', () => {
  const programs = ['api/src/config.ts', 'api/src/operators/run-connect.ts']
  const known = new Set([...programs.flatMap((file) => found(read(file), /env\['(\w+)'\]/g)), 'DATABASE_URL'])
  // The logins of the bank are created beside PostgreSQL.
  const own = new Set(['NODE_ENV', ...found(read('deploy/postgres-logins.sh'), /^\\getenv \w+ (\w+)/gm)])
  const settings = [
    ...found(read('deploy/systemd/connect.env'), /^([A-Z_]+)=/gm),
    ...files
      .filter((file) => file.endsWith('.service'))
      .flatMap((file) => found(read(file), /(?:^Environment=| )([A-Z_]+)=/gm)),
    ...found(read('Containerfile'), /(?:^ENV | )([A-Z_]+)=/gm),
    ...found(read('compose.yaml'), /^ +([A-Z_]+): /gm).filter((name) => !name.startsWith('POSTGRES_')),
  ]
  expect(settings.length).toBeGreaterThan(20)
  for (const setting of settings) expect([setting, known.has(setting) || own.has(setting)]).toEqual([setting, true])
})

it('uses only metrics that the programs write', () => {
  const sources = [
    'api/src/http/request-metrics.ts',
    'api/src/adapters/metrics.ts',
    'api/src/db/database-metrics.ts',
    'api/src/jobs/start-jobs.ts',
  ]
  const written = new Set(sources.flatMap((file) => found(read(file), /'(connect_[a-z_]+)'/g)))
  const watched = found(read('docs/operating.md'), /`(connect_[a-z_]+)/g).filter(
    (name) => !/^connect_(owner|server|desk|app|operator|restored)$/.test(name),
  )
  expect(new Set(watched)).toEqual(written)
})

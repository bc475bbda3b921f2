// Checks the imports of the whole tree against the dependency rules.
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, installedPrograms } from './project.ts'

const folders = ['contract', 'api', 'web', 'database', 'tools', 'e2e']

type Report = {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

function cruise(tree: string): Promise<string> {
  const args = [
    '--config',
    inProject('.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    ...folders.filter((folder) => existsSync(join(tree, folder))),
  ]
  return new Promise((resolve, reject) => {
    execFile(
      join(installedPrograms, 'depcruise'),
      args,
      { cwd: tree, maxBuffer: 64_000_000 },
      (error, output, complaint) => {
        // It exits with the number of broken rules; only without a report it has failed.
        if (output.startsWith('{')) resolve(output)
        else reject(new Error(`dependency-cruiser did not report: ${complaint}`, { cause: error }))
      },
    )
  })
}

/** Every broken rule of the tree as a line; empty when all rules are kept. */
export async function dependencyErrors(tree: string): Promise<string[]> {
  const { modules, summary } = JSON.parse(await cruise(tree)) as Report
  const read = new Set(modules.map(({ source }) => source))
  // Without a compiler that it supports, dependency-cruiser silently skips TypeScript and finds no errors.
  const unread = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, {
    cwd: tree,
    exclude: (name) => /^(node_modules|dist.*)$/.test(name),
  }).filter((file) => !file.endsWith('.d.ts') && !/(^|\/)(node_modules|dist[^/]*)\//.test(file) && !read.has(file))
  return [
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    ...unread.map((file) => `not read, so not checked: ${file}`),
    ...(read.size === 0 ? ['no module was read at all'] : []),
  ]
}

// Checks that the catalogues contain every sentence of the portal, translated.
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.ts'
import { type Result, runProgram } from './run-program.ts'

export async function checkCatalogues(): Promise<Result> {
  const web = inProject('web')
  mkdirSync(inProject('.cache'), { recursive: true })
  // Lingui can only write; it writes into a copy, inside the project so that its packages are found.
  const copy = mkdtempSync(inProject('.cache/catalogues-'))
  try {
    for (const part of ['src', 'lingui.config.ts', 'package.json'])
      cpSync(join(web, part), join(copy, part), { recursive: true })
    for (const args of [
      ['extract', '--clean'],
      ['compile', '--strict'],
    ]) {
      const result = await runProgram('lingui', args, { cwd: copy })
      if (!result.isOk) return result
    }
    const stale = globSync('src/**/*.po', { cwd: copy }).filter((file) => {
      const original = join(web, file)
      return (
        readFileSync(join(copy, file), 'utf8') !== (globSync(original).length > 0 ? readFileSync(original, 'utf8') : '')
      )
    })
    return {
      isOk: stale.length === 0,
      output: `Not in step with the sentences in the code; run npm run lingui:extract -w web:\n${stale.join('\n')}`,
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

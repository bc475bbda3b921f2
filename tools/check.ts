// `npm run check`: everything that can be said of the code without running it.
import { existsSync, readFileSync } from 'node:fs'
import { checkCatalogues } from './lib/catalogues.ts'
import { floorPlanErrors } from './lib/floor-plan.ts'
import { inProject, root } from './lib/project.ts'
import { endPrograms, runProgram } from './lib/run-program.ts'
import { schemaFile, schemaOfMigrations } from './lib/schema.ts'
import { complaints, runSteps, type Step } from './lib/steps.ts'
import { onStopWanted } from './lib/stop-signals.ts'
import { sourcesOf, vocabularyErrors } from './lib/vocabulary.ts'

const program = (name: string, command: string, ...args: string[]): Step => ({ name, run: () => runProgram(command, args) })

const steps: Step[] = [
  program('format (npm run format puts it right)', 'oxfmt', '--check', '.'),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', '.'),
  // Project references: only what has changed since the last run is checked again.
  program('types', 'tsc', '--build', 'web', '.'),
  { name: 'vocabulary', run: () => Promise.resolve(complaints(vocabularyErrors(sourcesOf(root)))) },
  { name: 'floor plan', run: async () => complaints(await floorPlanErrors(root)) },
  {
    name: 'unused files, exports and packages',
    // knip reads the configuration of Vite from here, where Lingui would not find its own.
    run: () => runProgram('knip', [], { env: { LINGUI_CONFIG: inProject('web/lingui.config.ts') } }),
  },
  { name: 'catalogues', run: checkCatalogues },
  {
    name: 'schema.sql in step with the migrations',
    run: async () => {
      const schema = existsSync(schemaFile) ? readFileSync(schemaFile, 'utf8') : ''
      return complaints(
        schema === (await schemaOfMigrations()) ? [] : ['database/schema.sql is not what the migrations make: run npm run db:schema'],
      )
    },
  },
]

onStopWanted(() => {
  endPrograms()
  process.exit(130)
})
if (!(await runSteps(steps))) process.exit(1)

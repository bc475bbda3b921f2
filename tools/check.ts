// Runs `npm run check`: all static checks of the code.
import { existsSync, readFileSync } from 'node:fs'
import { checkCatalogues } from './lib/catalogues.ts'
import { dependencyErrors } from './lib/dependency-rules.ts'
import { inProject, root } from './lib/project.ts'
import { endPrograms, runProgram } from './lib/run-program.ts'
import { schemaFile, schemaOfMigrations } from './lib/schema.ts'
import { resultOf, runSteps, type Step } from './lib/steps.ts'
import { onStopRequested } from './lib/stop-signals.ts'
import { sourcesOf, vocabularyErrors } from './lib/vocabulary.ts'

const program = (name: string, command: string, ...args: string[]): Step => ({
  name,
  run: () => runProgram(command, args),
})

const steps: Step[] = [
  program('format (npm run format fixes it)', 'oxfmt', '--check', '.'),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', '.'),
  // Project references: only files that changed since the last run are checked again.
  program('types', 'tsc', '--build', 'web', '.'),
  program('functions that the oldest browsers lack', 'tsc', '--build', 'web/tsconfig.oldest-browsers.json'),
  { name: 'vocabulary', run: () => Promise.resolve(resultOf(vocabularyErrors(sourcesOf(root)))) },
  { name: 'dependency rules', run: async () => resultOf(await dependencyErrors(root)) },
  {
    name: 'unused files, exports and packages',
    // knip reads the configuration of Vite from here, where Lingui would not find its own.
    run: () => runProgram('knip', [], { env: { LINGUI_CONFIG: inProject('web/lingui.config.ts') } }),
  },
  { name: 'catalogues', run: checkCatalogues },
  {
    name: 'schema.sql matches the migrations',
    run: async () => {
      const schema = existsSync(schemaFile) ? readFileSync(schemaFile, 'utf8') : ''
      return resultOf(
        schema === (await schemaOfMigrations())
          ? []
          : ['database/schema.sql differs from the migrations: run npm run db:schema'],
      )
    },
  },
]

onStopRequested(() => {
  endPrograms()
  process.exit(130)
})
if (!(await runSteps(steps))) process.exit(1)

import { defineConfig } from 'vitest/config'

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error(
    'The tests need Node 24. npm has installed it: run PATH="$PWD/node_modules/.bin:$PATH" npx vitest, or npm test.',
  )

const everywhere = ['contract', 'api', 'web', 'database', 'tools']
const excluded = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    // Set by `npm test`, where two runs follow each other on machines of two cores.
    maxWorkers: 2,
    // Files share their modules, which keep no state of their own: loading them for each file was a third of all work.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: everywhere.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...excluded, '**/*.db.test.ts'],
          env: { TZ: 'UTC' },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: everywhere.map((folder) => `${folder}/**/*.db.test.ts`),
          exclude: excluded,
          globalSetup: ['database/test-database.ts'],
          env: { TZ: 'UTC' },
          // A busy machine may be several times slower: only what hangs shall fail.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['e2e/engines/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // The customers share one bank, and a machine of two cores has no room for two browsers.
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
})

// Migrates the database of DATABASE_URL and fills it with the demo bank where that is requested, for `npm start`: in a process
// of its own, so that the memory which this takes ends with it. Tells its parent whether the demo customers can sign in.
import { parseArgs } from 'node:util'
import { PlainProblem } from '../database/plain-problem.ts'
import { prepareDatabase } from './lib/prepare-database.ts'

const { values } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    operations: { type: 'string' },
  },
})
try {
  const hasDemo = await prepareDatabase(process.env.DATABASE_URL ?? '', {
    demo: values.demo,
    isEmbedded: values.embedded,
    print: (sentence) => console.log(sentence),
    ...(values.operations !== undefined && { operations: Number(values.operations) }),
  })
  process.send?.({ hasDemo })
} catch (error) {
  console.error(error instanceof PlainProblem ? error.message : error)
  process.exitCode = 1
}

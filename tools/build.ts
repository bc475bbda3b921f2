// Builds the portal and the programs of the server where their sources have changed. `--quiet`: says so only then.
import { PlainProblem } from '../database/plain-problem.ts'
import { buildServer } from './lib/build-server.ts'
import { buildWeb } from './lib/build-web.ts'

try {
  const [hasPortal, hasServer] = [await buildWeb(), await buildServer()]
  if (hasPortal) console.log('The portal is built in web/dist.')
  if (hasServer) console.log('The server is built in dist.')
  if (!hasPortal && !hasServer && !process.argv.includes('--quiet'))
    console.log('Nothing has changed since the last build.')
} catch (error) {
  console.error(error instanceof PlainProblem ? error.message : error)
  process.exitCode = 1
}

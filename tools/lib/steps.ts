// Runs a list of steps, one line each; the first failed step ends it and prints its output.
import type { Result } from './run-program.ts'

export type Step = { name: string; run: () => Promise<Result> }

/** Answers the output of every step, or null when one has failed. */
export async function runSteps(steps: Step[]): Promise<string[] | null> {
  const outputs: string[] = []
  for (const { name, run } of steps) {
    const startedAt = performance.now()
    const { isOk, output, warning } = await run()
    console.log(
      `${isOk ? 'ok    ' : 'FAILED'}  ${name.padEnd(44)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`,
    )
    if (!isOk) {
      console.log(`\n${output.trim()}\n`)
      return null
    }
    if (warning) console.log(`\n${warning.trim()}\n`)
    outputs.push(output)
  }
  return outputs
}

/** Converts a list of errors to the result of a step. */
export function resultOf(lines: string[]): Result {
  return { isOk: lines.length === 0, output: lines.join('\n') }
}

import { expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { runEvery } from './run-every.ts'

const HOUR = 3_600_000

it('runs immediately, and again when a run is requested', async () => {
  const [outcomes, errors]: [number[], unknown[]] = [[], []]
  let runs = 0
  const job = runEvery(
    () => {
      runs += 1
      return runs === 2 ? Promise.reject(new Error('the second run fails')) : Promise.resolve()
    },
    () => HOUR,
    { done: (seconds) => outcomes.push(seconds), failed: (error) => errors.push(error) },
  )
  await until(() => outcomes.length === 1)
  job.runNow()
  await until(() => errors.length === 1)
  job.runNow()
  await until(() => outcomes.length === 2)
  await job.stop()
  expect(runs).toBe(3)
})

it('runs once more when a run is requested during a run', async () => {
  let runs = 0
  let finish = () => {}
  const job = runEvery(
    () => {
      runs += 1
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    },
    () => HOUR,
    { done: () => undefined, failed: () => undefined },
  )
  await until(() => runs === 1)
  job.runNow()
  finish()
  await until(() => runs === 2)
  const stopped = job.stop()
  finish()
  await stopped
  expect(runs).toBe(2)
})

it('shortens its pause, during it and during the run before it, and never lengthens it', async () => {
  let runs = 0
  let finish = () => {}
  const job = runEvery(
    () => {
      runs += 1
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    },
    () => HOUR,
    { done: () => undefined, failed: () => undefined },
  )
  job.runSoon(20)
  job.runSoon(HOUR * 2)
  const finishedAt = performance.now()
  finish()
  await until(() => runs === 2)
  expect(performance.now() - finishedAt).toBeGreaterThanOrEqual(15)
  finish()
  await new Promise(setImmediate)
  job.runSoon(10)
  await until(() => runs === 3)
  const stopped = job.stop()
  finish()
  await stopped
})

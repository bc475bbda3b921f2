// Holds what every part of the AIP simulator uses: its state, its clock, how late its answers are, and what it schedules.
import { randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '../../adapters/clock.ts'
import type { AipCallback, AipCallbackPath } from '../../formats/instant/aip-callbacks.ts'
import {
  type DemoAlias,
  demoAliases,
  demoParticipants,
  findDemoAccount,
  type FoundAccount,
  type Participant,
} from './demo-directory.ts'
import type { Change, SimulatorStore, Task } from './simulator-store.ts'

/** How long the platform takes for an answer, in milliseconds. */
export type Latency = { minMs: number; maxMs: number }

export type SimulatorContext = {
  store: SimulatorStore
  clock: Clock
  /** The member code of the bank that uses this AIP. */
  bank: string
  latency: Latency
  /** After how long a customer of another institution decides about a request, a return or a claim, in milliseconds. */
  decisionDelayMs: number
  /** How much the bank may owe to the platform, in francs. */
  guarantee: number
}

/** What a message changes, and whether it is refused at once. */
export type Reaction = { changes: Change[]; refusal?: { status: number; message: string } }

export const refuse = (status: number, message: string): Reaction => ({ changes: [], refusal: { status, message } })

export const nowMs = ({ clock }: SimulatorContext): number => clock.now().getTime()

/** When an answer that is written now arrives. */
export const answerTime = (context: SimulatorContext): number =>
  nowMs(context) + randomInt(context.latency.minMs, context.latency.maxMs + 1)

/** The row of a task that is scheduled for later. */
export const taskRow = (task: Task): Change => ({ table: 'tasks', key: randomUUID(), row: task })

/** A callback of the bank at a moment in milliseconds. */
export const callbackAt = <Path extends AipCallbackPath>(at: number, path: Path, body: AipCallback<Path>): Change =>
  taskRow({ at, kind: 'callback', path, body })

/** A callback of the bank after the usual latency. */
export const answer = <Path extends AipCallbackPath>(
  context: SimulatorContext,
  path: Path,
  body: AipCallback<Path>,
): Change => callbackAt(answerTime(context), path, body)

/** Records a contradiction: something that a bank without errors never does. */
export const conflict = (context: SimulatorContext, text: string): Change => ({
  table: 'conflicts',
  key: randomUUID(),
  row: { at: nowMs(context), text },
})

/** The alias as it is now: of the demo's directory, created since, or null. */
export function findAlias({ store }: SimulatorContext, value: string): DemoAlias | null {
  const stored = store.get('aliases', value)
  if (!stored) return demoAliases.get(value) ?? null
  return stored.holder ? { value, kind: stored.kind, holder: stored.holder, behaviour: {} } : null
}

export function findParticipant({ store }: SimulatorContext, member: string): Participant | null {
  const found = demoParticipants.find((one) => one.member === member)
  return found ? { ...found, state: store.get('participants', member) ?? found.state } : null
}

export const listParticipants = (context: SimulatorContext): Participant[] =>
  demoParticipants.map((one) => findParticipant(context, one.member) ?? one)

/** The account of another participant, by IBAN or another number. */
export const findAccount = (member: string, number: string | undefined): FoundAccount | null =>
  number === undefined ? null : findDemoAccount(member, number)

/** Whether the payment ended well, as seen now. */
export const isDone = (
  context: SimulatorContext,
  { state, decidedAt }: { state: string; decidedAt: number },
): boolean => state === 'ACCC' && decidedAt <= nowMs(context)

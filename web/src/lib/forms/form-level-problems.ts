// Finds the errors of a refusal that no field of the form displays, so that the summary displays them.
import type { CallError } from '../api/call-error.ts'

// An error that a field displayed is not repeated above the form after the field was changed.
const visibleBefore = new WeakMap<CallError, Set<string>>()

/** The sentences of a refusal that no field of the form displays or has displayed, each once. */
export function formLevelProblems(refusal: CallError, visibleNow: readonly string[]): string[] {
  const visible = visibleBefore.get(refusal) ?? new Set<string>()
  for (const sentence of visibleNow) visible.add(sentence.trim())
  visibleBefore.set(refusal, visible)
  return [...new Set(refusal.problems.map(({ message }) => message.trim()))].filter((message) => !visible.has(message))
}

// Finds the problems of a refusal that no field of the form shows, so that the summary shows them.
import type { CallError } from '../api/call-error.ts'

// What stood at a field once is not said again above the form when the field has been changed.
const visibleBefore = new WeakMap<CallError, Set<string>>()

/** The sentences of a refusal that no field of the form shows or has shown, each once. */
export function unshownProblems(refusal: CallError, visibleNow: readonly string[]): string[] {
  const visible = visibleBefore.get(refusal) ?? new Set<string>()
  for (const sentence of visibleNow) visible.add(sentence.trim())
  visibleBefore.set(refusal, visible)
  return [...new Set(refusal.problems.map(({ message }) => message.trim()))].filter((message) => !visible.has(message))
}

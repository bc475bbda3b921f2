// State of a form, checked by the contract's schema when a filled field is left and on submission.
import { type ProblemCode, problems } from 'contract/problems.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { CallError } from '../api/call-error.ts'
import { translate } from '../language.ts'

type Sentences = Record<string, string | undefined>

const sentenceOf = (code: string, isEmpty: boolean) =>
  translate(problems[(code in problems ? code : isEmpty ? 'required' : 'invalid') as ProblemCode])

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** What is wrong, one sentence per field. */
export function problemsOf(schema: z.ZodMiniType, value: Record<string, unknown>): Sentences {
  const read = schema.safeParse(value)
  if (read.success) return {}
  const sentences: Sentences = {}
  for (const { path, message } of read.error.issues) {
    const field = String(path[0] ?? '')
    sentences[field] ??= sentenceOf(message, isEmpty(value[field]))
  }
  return sentences
}

type Options<Draft, Value> = {
  schema: z.ZodMiniType<Value>
  initial: Draft
  /** What was typed before a reload or the end of a session; the form begins with it, and it counts as typed. */
  kept?: Partial<Draft> | null
  /** What would be sent for what was typed. */
  toInput: (draft: Draft) => Record<string, unknown>
  /** Rules that need more than the schema knows. */
  rules?: (draft: Draft) => Sentences
  /** What the server refused last. */
  refusal?: Error | null
}

export function useForm<Draft extends Record<string, unknown>, Value>({
  schema,
  initial,
  kept,
  toInput,
  rules,
  refusal,
}: Options<Draft, Value>) {
  const [draft, setDraft] = useState<Draft>(() => (kept ? { ...initial, ...kept } : initial))
  const [visible, setVisible] = useState<ReadonlySet<string>>(new Set())
  // What the server refused holds for the value it saw: a change of the field lifts it.
  const [settled, setSettled] = useState<{ refusal: Error | null; fields: ReadonlySet<string> }>({ refusal: null, fields: new Set() })
  const found = { ...rules?.(draft), ...problemsOf(schema, toInput(draft)) }
  const said = refusal instanceof CallError ? refusal.problems : []
  const lifted = settled.refusal === refusal ? settled.fields : new Set<string>()

  const problemAt = (field: string) =>
    (visible.has(field) ? found[field] : undefined) ??
    said.find((problem) => problem.field === field && !lifted.has(field))?.message ??
    null
  const show = (fields: readonly string[]) => setVisible((before) => new Set([...before, ...fields]))
  /** What the server refused in this field no longer holds. */
  const lift = (field: string) => setSettled({ refusal: refusal ?? null, fields: new Set([...lifted, field]) })
  /** `named`: what the server calls the field, where the form keeps more than the server is told. */
  const set = <K extends keyof Draft & string>(field: K, value: Draft[K], named: string = field) => {
    setDraft((before) => ({ ...before, [field]: value }))
    lift(named)
  }
  return {
    draft,
    set,
    lift,
    isDirty: draft !== initial,
    problemAt,
    /** Whether the field as it stands would be refused, shown or not. */
    hasProblem: (field: string) => Boolean(found[field]),
    field<K extends keyof Draft & string>(name: K) {
      return {
        name,
        value: draft[name],
        error: problemAt(name),
        onChange: (value: Draft[K]) => set(name, value),
        onBlur: () => !isEmpty(draft[name]) && show([name]),
      }
    },
    /** Shows what is wrong with these fields; true when nothing is. */
    check(fields: readonly string[]): boolean {
      show(fields)
      return fields.every((field) => !found[field])
    },
    /** For the next one: as it was at first, and nothing said. */
    reset() {
      setDraft(initial)
      setVisible(new Set())
    },
    read(): Value | null {
      const input = schema.safeParse(toInput(draft))
      return input.success ? input.data : null
    },
  }
}

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

/** The call that sends a form. */
export type FormCall = { isPending: boolean; error: Error | null }

/** What a form shows of its state: of the last submission, and of the call that sends it. */
export type FormState = {
  /** Counts the submissions that found something wrong in the form: each one brings the alert back into focus. */
  rejections?: number
  /** Whether a field still shows a problem. */
  hasProblems?: boolean
  call?: FormCall
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
  /** Sends the form; the problems that its refusal names stand at their fields. */
  call: FormCall
  /** The fields that are checked, as the server names them; by default those of the draft. */
  fields?: readonly string[]
}

export function useForm<Draft extends Record<string, unknown>, Value>({
  schema,
  initial,
  kept,
  toInput,
  rules,
  call,
  fields = Object.keys(initial),
}: Options<Draft, Value>) {
  const refusal = call.error
  const [draft, setDraft] = useState<Draft>(() => (kept ? { ...initial, ...kept } : initial))
  const [visible, setVisible] = useState<ReadonlySet<string>>(new Set())
  const [rejections, setRejections] = useState(0)
  // What the server refused holds for the value it saw: a change of the field lifts it.
  const [settled, setSettled] = useState<{ refusal: Error | null; fields: ReadonlySet<string> }>({
    refusal: null,
    fields: new Set(),
  })
  const found = { ...rules?.(draft), ...problemsOf(schema, toInput(draft)) }
  const said = refusal instanceof CallError ? refusal.problems : []
  const lifted = settled.refusal === refusal ? settled.fields : new Set<string>()

  const problemAt = (field: string) =>
    (visible.has(field) ? found[field] : undefined) ??
    said.find((problem) => problem.field === field && !lifted.has(field))?.message ??
    null
  const show = (fields: readonly string[]) => setVisible((before) => new Set([...before, ...fields]))
  /** What the server refused in this field no longer holds. */
  const lift = (field: string) => setSettled({ refusal, fields: new Set([...lifted, field]) })
  /** `named`: the field's name on the server, where the form holds more than it sends. */
  const set = <K extends keyof Draft & string>(field: K, value: Draft[K], named: string = field) => {
    setDraft((before) => ({ ...before, [field]: value }))
    lift(named)
  }
  /** Shows what is wrong with these fields; true when nothing is. */
  const check = (checked: readonly string[]): boolean => {
    show(checked)
    return checked.every((field) => !found[field])
  }
  const read = (): Value | null => {
    const input = schema.safeParse(toInput(draft))
    return input.success ? input.data : null
  }
  /** Brings the alert of the form into focus. */
  const reject = () => setRejections((before) => before + 1)
  return {
    draft,
    set,
    lift,
    call,
    rejections,
    hasProblems: fields.some((field) => problemAt(field) !== null),
    isDirty: draft !== initial,
    problemAt,
    /** Whether the field's value would be refused, visible or not. */
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
    check,
    read,
    reject,
    /** Hands over what was typed, or shows what is wrong with it. */
    submit(send: (input: Value) => unknown): void {
      const input = check(fields) ? read() : null
      if (input === null) reject()
      else send(input)
    },
    /** For the next one: as it was at first, and nothing said. */
    reset() {
      setDraft(initial)
      setVisible(new Set())
    },
  }
}

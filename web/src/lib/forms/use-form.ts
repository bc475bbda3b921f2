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

/** The errors, one sentence per field. */
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

/** The state that a form displays: of the last submission, and of its call. */
export type FormState = {
  /** Counts the submissions with errors in the form: each one moves the focus to the alert. */
  rejections?: number
  /** Whether a field still shows an error. */
  hasProblems?: boolean
  call?: FormCall
}

export type DialogFormState = FormState & {
  /** Whether something was typed that is not sent: it is not lost without a question. */
  isDirty: boolean
}

type Options<Draft, Value> = {
  schema: z.ZodMiniType<Value>
  initial: Draft
  /** The restored draft of a reload or an ended session; the form starts with it, and counts it as typed. */
  kept?: Partial<Draft> | null
  /** Converts the typed values to the input. */
  toInput: (draft: Draft) => Record<string, unknown>
  /** Rules beyond the schema. */
  rules?: (draft: Draft) => Sentences
  /** Sends the form; the errors of its refusal are shown at their fields. */
  call: FormCall
  /** The validated fields, by the server's names; by default those of the draft. */
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
  // A form may write its first values anew each time it is drawn.
  const [first] = useState(initial)
  const [draft, setDraft] = useState<Draft>(() => (kept ? { ...first, ...kept } : first))
  const [visible, setVisible] = useState<ReadonlySet<string>>(new Set())
  const [rejections, setRejections] = useState(0)
  // An error of the server applies to the sent value: a change of the field removes it.
  const [clearedErrors, setClearedErrors] = useState<{ refusal: Error | null; fields: ReadonlySet<string> }>({
    refusal: null,
    fields: new Set(),
  })
  const found = { ...rules?.(draft), ...problemsOf(schema, toInput(draft)) }
  const refusedProblems = refusal instanceof CallError ? refusal.problems : []
  const cleared = clearedErrors.refusal === refusal ? clearedErrors.fields : new Set<string>()

  const problemAt = (field: string) =>
    (visible.has(field) ? found[field] : undefined) ??
    refusedProblems.find((problem) => problem.field === field && !cleared.has(field))?.message ??
    null
  const show = (fields: readonly string[]) => setVisible((before) => new Set([...before, ...fields]))
  /** Hides the error of the server at this field: it was about the value that was sent. */
  const clearServerError = (field: string) =>
    setClearedErrors((before) => ({
      refusal,
      fields: new Set([...(before.refusal === refusal ? before.fields : []), field]),
    }))
  /** `named`: the field's name on the server, if it differs from the form's. */
  const set = <K extends keyof Draft & string>(field: K, value: Draft[K], named: string = field) => {
    setDraft((before) => ({ ...before, [field]: value }))
    clearServerError(named)
  }
  /** Shows the errors of these fields; true if there are none. */
  const check = (checked: readonly string[]): boolean => {
    show(checked)
    return checked.every((field) => !found[field])
  }
  const read = (): Value | null => {
    const input = schema.safeParse(toInput(draft))
    return input.success ? input.data : null
  }
  /** Moves the focus to the alert of the form. */
  const reject = () => setRejections((before) => before + 1)
  return {
    draft,
    set,
    clearServerError,
    call,
    rejections,
    hasProblems: fields.some((field) => problemAt(field) !== null),
    isDirty: draft !== first,
    problemAt,
    /** Whether the field's value is invalid, visible or not. */
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
    /** Sends the typed values, or shows their errors. */
    submit(send: (input: Value) => unknown): void {
      const input = check(fields) ? read() : null
      if (input === null) reject()
      else send(input)
    },
    /** Resets the form to its initial state. */
    reset() {
      setDraft(initial)
      setVisible(new Set())
    },
  }
}

// Sends refusals and errors. No other module sends them.
import type { FastifyReply } from 'fastify'
import { type FieldProblem, headers } from 'contract/endpoint.ts'
import { type Language, languages } from 'contract/language.ts'
import { problems } from 'contract/problems.ts'
import { refusals } from 'contract/refusals.ts'
import type { SecondStepRequired } from 'contract/access/second-step.ts'
import type { ConfirmationRequired } from 'contract/access/session.ts'
import { formatRefusal, formatValue } from '../formats/refusal-text.ts'
import type { ConfirmationNeeded, Refusal, SecondStepNeeded } from '../refusal.ts'

/** When to ask again for what is unavailable. */
const RETRY_AFTER_SECONDS = 5

/** Sends a refusal: a 422 as the list of problems, any other status as one error. */
export function replyRefusal(reply: FastifyReply, refused: Refusal, lang: Language): FastifyReply {
  const { code, facts } = refused
  const refusal = refusals[code]
  const message = formatRefusal(refused, lang)
  if (typeof facts['minutes'] === 'number') void reply.header('Retry-After', String(facts['minutes'] * 60))
  if (refusal.status === 503) void reply.header('Retry-After', String(RETRY_AFTER_SECONDS))
  if (refusal.status === 422) {
    const { details } = facts
    return replyProblems(reply, [
      {
        field: 'field' in refusal ? refusal.field : null,
        code,
        message,
        ...(details !== undefined && { details: formatValue(details, lang) }),
      },
    ])
  }
  return reply.code(refusal.status).send({ code, message, status: refusal.status, request_id: reply.request.id })
}

export const replyProblems = (reply: FastifyReply, found: readonly FieldProblem[]): FastifyReply =>
  reply.code(422).send(found)

/** Sends the summary that the confirmation dialog displays. */
export function replyConfirmationNeeded(
  reply: FastifyReply,
  { operation }: ConfirmationNeeded,
  lang: Language,
): FastifyReply {
  const answer: ConfirmationRequired = {
    code: 'confirmation_required',
    message: refusals.confirmation_required[lang],
    status: 428,
    request_id: reply.request.id,
    methods: operation.methods,
    operation,
  }
  return reply.code(428).send(answer)
}

/** Sends what completes a sign-in. */
export function replySecondStepNeeded(
  reply: FastifyReply,
  { methods, sign_in }: SecondStepNeeded,
  lang: Language,
): FastifyReply {
  const answer: SecondStepRequired = {
    code: 'second_step_required',
    message: refusals.second_step_required[lang],
    status: 403,
    request_id: reply.request.id,
    methods,
    sign_in,
  }
  return reply.code(403).send(answer)
}

/** Answers an unexpected error: the details stay in the log, under the same request id. */
export const replyError = (reply: FastifyReply, lang: Language): FastifyReply =>
  reply.code(500).send({
    code: 'internal_error',
    message: { fr: 'Une erreur est survenue.', en: 'Something went wrong.' }[lang],
    status: 500,
    request_id: reply.request.id,
  })

type Issue = { code?: string; path: PropertyKey[]; message: string; input?: unknown; keys?: string[] }

const isProblem = (code: string): code is keyof typeof problems => Object.hasOwn(problems, code)

/** Converts errors of a schema to problems at their fields, in the reader's language. */
export function problemsOf(issues: readonly Issue[], lang: Language): FieldProblem[] {
  return issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') {
      return (issue.keys ?? []).map((key) => ({
        field: [...issue.path, key].join('.'),
        code: 'unknown_field',
        message: problems.unknown_field[lang],
      }))
    }
    const isAbsent = issue.code === 'invalid_type' && issue.input === undefined
    const code = isProblem(issue.message) ? issue.message : isAbsent ? 'required' : 'invalid'
    return [{ field: issue.path.length > 0 ? issue.path.join('.') : null, code, message: problems[code][lang] }]
  })
}

/**
 * The reader's language: the supported one with the highest weight (RFC 9110, 12.5.4), the first of equals, else
 * French.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: { lang: Language; weight: number } | null = null
  for (const part of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const lang = languages.find((known) => range === known || range.startsWith(`${known}-`))
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (lang && weight > (best?.weight ?? 0)) best = { lang, weight }
  }
  return best?.lang ?? 'fr'
}

export function setPageHeaders(reply: FastifyReply, page: { page: number; per_page: number; total: number }): void {
  void reply.headers({
    [headers.currentPage]: String(page.page),
    [headers.pageCount]: String(Math.max(1, Math.ceil(page.total / page.per_page))),
    [headers.perPage]: String(page.per_page),
    [headers.totalCount]: String(page.total),
  })
}

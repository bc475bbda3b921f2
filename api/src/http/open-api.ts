// Generates the OpenAPI 3.1 document from the contract.
import { type Endpoint, ErrorAnswer, FieldProblem, headers } from 'contract/endpoint.ts'
import { refusals } from 'contract/refusals.ts'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

const asJson = (schema: Json) => ({ content: { 'application/json': { schema } } })

function parameters({ params, query, scope, isIdempotent, isConfirmed }: Endpoint): Json[] {
  const named = (location: 'path' | 'query', schema: z.ZodMiniType) => {
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      schema: property,
    }))
  }
  const header = (name: string, required: boolean, description: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  })
  return [
    ...named('path', params),
    ...named('query', query),
    header(headers.clientDatetime, false, 'ISO 8601 with offset; recorded only'),
    header(headers.idleSeconds, false, 'Whole seconds since the user did something; none: now'),
    header('Accept-Language', false, 'fr (default) or en: the language of every sentence'),
    ...(scope === 'account' ? [header(headers.accountId, true, 'Selects the account; the membership grants')] : []),
    ...(isIdempotent
      ? [header(headers.idempotencyKey, true, '8 to 128 visible characters; a replay gets the first answer again')]
      : []),
    ...(isConfirmed
      ? [header(headers.confirmation, false, 'The proof that POST /user/reauth gave for this operation')]
      : []),
  ]
}

const pageHeaders = Object.fromEntries(
  [headers.currentPage, headers.pageCount, headers.perPage, headers.totalCount].map((name) => [
    name,
    { schema: { type: 'integer' } },
  ]),
)

function responses({ answer, status, isPaged, isConfirmed, isFile, isStream, refusals: codes, scope }: Endpoint): Json {
  const errors = new Map<number, string[]>()
  const listed =
    scope === 'public'
      ? codes
      : [
          ...codes,
          'session_missing' as const,
          ...(scope === 'account' ? (['right_missing', 'account_unknown'] as const) : []),
        ]
  for (const code of listed) errors.set(refusals[code].status, [...(errors.get(refusals[code].status) ?? []), code])
  errors.set(422, [...(errors.get(422) ?? []), 'invalid'])
  if (isConfirmed && !errors.has(428)) errors.set(428, ['confirmation_required'])
  return {
    [status]: {
      description: 'Done',
      ...(isPaged && { headers: pageHeaders }),
      ...(isFile && { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }),
      ...(isStream && { content: { 'text/event-stream': { schema: schemaOf(answer, 'output') } } }),
      ...(status === 204 || isFile || isStream ? {} : asJson(schemaOf(answer, 'output'))),
    },
    ...Object.fromEntries(
      [...errors].map(([error, codesOfStatus]) => [
        error,
        {
          description: codesOfStatus.join(', '),
          ...asJson(
            error === 422
              ? { type: 'array', items: schemaOf(FieldProblem, 'output') }
              : schemaOf(ErrorAnswer, 'output'),
          ),
        },
      ]),
    ),
  }
}

/** The body as JSON; for calls with files, as a form too. */
function requestBody({ body, files }: Endpoint): Json {
  const json = asJson(schemaOf(body, 'input'))
  const named = Object.entries(files)
  if (named.length === 0) return { required: true, ...json }
  const binary = { type: 'string', format: 'binary' }
  const properties = Object.fromEntries(
    named.map(([field, { max }]) => [field, max === 1 ? binary : { type: 'array', maxItems: max, items: binary }]),
  )
  const form = { type: 'object', properties: { jsonBody: schemaOf(body, 'input'), ...properties } }
  return { required: true, content: { ...json.content, 'multipart/form-data': { schema: form } } }
}

/** The response of GET /wb-api/openapi.json. */
export function openApiDocument(calls: Record<string, Endpoint>): Json {
  const paths: Record<string, Json> = {}
  for (const [operationId, call] of Object.entries(calls)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    const hasBody = call.method === 'POST' || call.method === 'PUT'
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId,
        summary: call.summary,
        parameters: parameters(call),
        ...(hasBody && { requestBody: requestBody(call) }),
        responses: responses(call),
        security: call.scope === 'public' ? [{ basic: [] }] : [{ bearer: [] }],
        ...(call.right && { 'x-right': call.right }),
        ...(call.capability && { 'x-capability': call.capability }),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Connect', version: '1', description: 'The calls of the online banking portal' },
    servers: [{ url: '/wb-api' }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}

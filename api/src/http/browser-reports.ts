// Receives what browsers report about pages: violations of the content security policy. Anybody can send them, so that little is read,
// and nothing of a person is logged: no address, no page, no text.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../adapters/clock.ts'
import type { Refusal } from '../refusal.ts'
import { parseJsonBody } from './json-body.ts'
import { REPORTS_PATH } from './security-headers.ts'

const MAX_BYTES = 8 * 1024
const MINUTE_MS = 60_000
/** The maximum of reports per minute that are processed: from one address, and in all. */
const MAX_A_MINUTE = { ofAddress: 10, ofAll: 100 }
/** The maximum of violations that are logged for one request. */
const MAX_VIOLATIONS = 5

const directives = new Set(
  (
    'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src frame-src ' +
    'manifest-src worker-src form-action base-uri frame-ancestors require-trusted-types-for trusted-types'
  ).split(' '),
)
/** What a browser names instead of an address. */
const KEYWORD = /^(?:inline|eval|wasm-eval|data|blob|self|trusted-types-sink|trusted-types-policy)$/

const Fields = z.record(z.string(), z.unknown())
type Fields = z.infer<typeof Fields>
/** The bodies of reports that are sent for `report-uri`, and for `report-to`. */
const ReportUriBody = z.object({ 'csp-report': Fields })
const ReportToBody = z.array(z.object({ type: z.string(), body: Fields }))

// A value of another type is ignored: the report is still useful.
const textIn = (fields: Fields, name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
const numberIn = (fields: Fields, name: string) => (Number.isSafeInteger(fields[name]) ? Number(fields[name]) : null)

export type Violation = { directive: string; blocked: string; source: string | null; line: number | null }

/** The scheme and the host of an address: the rest may identify a person or an object. */
function originOf(text: string): string {
  if (text === '' || KEYWORD.test(text)) return text || 'unknown'
  if (!URL.canParse(text)) return 'unknown'
  const { protocol, host } = new URL(text)
  return `${protocol}//${host}`.slice(0, 100)
}

/** The name of a file of the portal; null for all other sources. */
const fileOf = (text: string) => /\/connect\/assets\/([\w.-]{1,100})$/.exec(text)?.[1] ?? null

const violationOf = (directive: string, blocked: string, source: string, line: number | null): Violation => {
  const [name = ''] = directive.split(' ')
  return {
    directive: directives.has(name) ? name : 'other',
    blocked: originOf(blocked),
    source: fileOf(source),
    line,
  }
}

/** The violations of a request; none where it has another form. */
export function violationsIn(body: unknown): Violation[] {
  const old = z.safeParse(ReportUriBody, body)
  if (old.success) {
    const { 'csp-report': report } = old.data
    const directive = textIn(report, 'effective-directive') || textIn(report, 'violated-directive')
    const [blocked, source] = [textIn(report, 'blocked-uri'), textIn(report, 'source-file')]
    return [violationOf(directive, blocked, source, numberIn(report, 'line-number'))]
  }
  const reports = z.safeParse(ReportToBody, body)
  if (!reports.success) return []
  return reports.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, MAX_VIOLATIONS)
    .map(({ body: report }) =>
      violationOf(
        textIn(report, 'effectiveDirective'),
        textIn(report, 'blockedURL'),
        textIn(report, 'sourceFile'),
        numberIn(report, 'lineNumber'),
      ),
    )
}

/** Counts reports in the current minute; the function answers whether one more from this address is within the limits. */
function createCounter(clock: Clock): (address: string) => boolean {
  let minute = 0
  let all = 0
  const counts = new Map<string, number>()
  return (address) => {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      all = 0
      counts.clear()
    }
    const count = (counts.get(address) ?? 0) + 1
    if (all >= MAX_A_MINUTE.ofAll || count > MAX_A_MINUTE.ofAddress) return false
    all += 1
    counts.set(address, count)
    return true
  }
}

export async function browserReports(
  app: FastifyInstance,
  { clock, log }: { clock: Clock; log: FastifyBaseLogger },
): Promise<void> {
  const isWithinLimits = createCounter(clock)
  await app.register((reports, _options, done) => {
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, body, parsed) => {
        try {
          parsed(null, parseJsonBody(body.toString()))
        } catch (refusal) {
          // parseJsonBody throws nothing else.
          parsed(refusal as Refusal)
        }
      },
    )
    reports.post(REPORTS_PATH, { bodyLimit: MAX_BYTES }, (request, reply) => {
      if (!isWithinLimits(request.ip)) return reply.code(429).send()
      for (const violation of violationsIn(request.body)) log.warn(violation, 'a browser blocked a part of a page')
      return reply.code(204).send()
    })
    done()
  })
}

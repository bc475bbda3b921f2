// Computes the score of the MDN HTTP Observatory from its published rules (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring),
// for a page that is reached by https. A page that cannot be read by the rules has the score of the worst case.

type Headers = Record<string, string | string[] | number | undefined>
type Finding = readonly [name: string, points: number]

const textOf = (headers: Headers, name: string) => String(headers[name] ?? '')

const directivesOf = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )

function scoreOfPolicy(csp: Map<string, string[]>): Finding {
  if (csp.size <= 1) return ['no csp', -25]
  const sourcesOf = (name: string) => csp.get(name) ?? csp.get('default-src') ?? ['*']
  const scripts = sourcesOf('script-src')
  if (scripts.some((source) => ["'unsafe-inline'", 'data:', '*', 'https:', 'http:'].includes(source)))
    return ['csp with unsafe scripts', -20]
  if (scripts.includes("'unsafe-eval'")) return ['csp with eval', -10]
  if (sourcesOf('style-src').includes("'unsafe-inline'")) return ['csp with inline styles', 0]
  return csp.get('default-src')?.join() === "'none'"
    ? ['csp without unsafe sources, default-src none', 10]
    : ['csp without unsafe sources', 5]
}

function scoreOfFrames(csp: Map<string, string[]>, option: string): Finding {
  if (csp.has('frame-ancestors')) return ['frames refused by the csp', 5]
  return /^(?:deny|sameorigin)$/i.test(option) ? ['frames refused', 5] : ['frames allowed', -20]
}

function scoreOfTransport(header: string): Finding {
  const seconds = Number(/max-age=(\d+)/.exec(header)?.[1] ?? -1)
  if (seconds < 0) return ['no hsts', -20]
  return seconds >= 15_768_000 ? ['hsts of at least six months', 0] : ['hsts of less than six months', -10]
}

function scoreOfReferrer(header: string): Finding {
  if (/^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(header))
    return ['referrer-policy private', 5]
  return header === '' ? ['no referrer-policy', 0] : ['referrer-policy unsafe', -5]
}

function scoreOfResources(header: string): Finding {
  if (header === 'same-origin') return ['cross-origin-resource-policy same-origin', 10]
  if (header === 'same-site') return ['cross-origin-resource-policy same-site', 5]
  return ['no cross-origin-resource-policy', 0]
}

/** Points for digests are given for scripts of the same origin too, as long as every script has one. */
function scoreOfScripts(html: string): Finding {
  const scripts = html.match(/<script\b[^>]*\bsrc=[^>]*>/g) ?? []
  if (scripts.some((tag) => !/\bsrc="\/(?!\/)/.test(tag))) return ['scripts of other origins', -5]
  if (scripts.length === 0 || scripts.some((tag) => !/\bintegrity="sha(?:256|384|512)-/.test(tag)))
    return ['own scripts without sri', 0]
  return ['sri on all scripts', 5]
}

function scoreOfCookies(headers: Headers): Finding {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  if (cookies.length === 0) return ['no cookies', 0]
  const areSafe = cookies.every(
    (one) => /;\s*secure/i.test(one) && /;\s*httponly/i.test(one) && /;\s*samesite=/i.test(one),
  )
  return areSafe ? ['secure cookies', 5] : ['cookies without protection', -20]
}

/** A bonus counts only where the score without bonuses is at least 90. */
export function observatoryScore(headers: Headers, html: string): { score: number; modifiers: Record<string, number> } {
  const csp = directivesOf(textOf(headers, 'content-security-policy'))
  const findings: Finding[] = [
    scoreOfPolicy(csp),
    scoreOfFrames(csp, textOf(headers, 'x-frame-options')),
    scoreOfTransport(textOf(headers, 'strict-transport-security')),
    scoreOfReferrer(textOf(headers, 'referrer-policy')),
    scoreOfResources(textOf(headers, 'cross-origin-resource-policy')),
    scoreOfScripts(html),
    scoreOfCookies(headers),
    headers['access-control-allow-origin'] === undefined ? ['no cors', 0] : ['cors', -50],
    textOf(headers, 'x-content-type-options') === 'nosniff' ? ['nosniff', 0] : ['content may be sniffed', -5],
  ]
  const points = findings.map(([, value]) => value)
  const base = points.filter((value) => value < 0).reduce((sum, value) => sum + value, 100)
  const bonus = points.filter((value) => value > 0).reduce((sum, value) => sum + value, 0)
  return { score: Math.max(0, base >= 90 ? base + bonus : base), modifiers: Object.fromEntries(findings) }
}

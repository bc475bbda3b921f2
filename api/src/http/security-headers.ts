// Sets the security headers of every answer. They are constants: a computed header would cost time on each request.

/** Where browsers send their reports. */
export const REPORTS_PATH = '/wb-api/browser-reports'
const REPORTS = 'browser-reports'

/** The policies of the portal: each turns the address of one of its own files into a script. */
const SCRIPT_POLICIES = 'service-worker pdf-worker'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  'frame-src blob:',
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${SCRIPT_POLICIES}`,
  // The old and the new form: browsers that know both use the new one.
  `report-uri ${REPORTS_PATH}`,
  `report-to ${REPORTS}`,
].join('; ')

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }

/** The address of the portal that reads payment codes: only the page that is loaded from it may use the camera. */
export const CODE_READER_PATH = '/connect/pi/lire'

/**
 * Headers of scripts, styles and fonts, which a page loads and no browser renders by themselves. What concerns pages alone would be
 * 600 bytes for each of the forty files of a first visit.
 */
export const assetHeaders = (hasTls: boolean) => ({
  ...always,
  ...(hasTls && STRICT_TRANSPORT),
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
})

/** Headers of the portal's page, and of its other files: browsers render them, or run them as workers with a policy of their own. */
export const pageHeaders = (hasTls: boolean, camera: 'no-camera' | 'own-camera' = 'no-camera') => ({
  ...always,
  ...(hasTls && STRICT_TRANSPORT),
  'Content-Security-Policy': contentSecurityPolicy,
  'Reporting-Endpoints': `${REPORTS}="${REPORTS_PATH}"`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': `camera=${camera === 'own-camera' ? '(self)' : '()'}, microphone=(), geolocation=(), payment=(), usb=()`,
  'X-Frame-Options': 'DENY',
})

/** Headers of API answers, which no browser may render, frame, execute or cache. */
export const answerHeaders = (hasTls: boolean) => ({ ...assetHeaders(hasTls), 'Cache-Control': 'no-store' })

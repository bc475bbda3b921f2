import { expect, it } from 'vitest'
import { deviceOf } from './user-agents.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`, 'phone', 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-A145F) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    'phone',
    'Samsung Internet',
    'Android',
  ],
  [`Mozilla/5.0 (Linux; Android 12; SM-T220) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'tablet', 'Chrome', 'Android'],
  [
    'Opera/9.80 (Android; Opera Mini/76.0/191.300; U; fr) Presto/2.12 Version/12.16 Mobile',
    'phone',
    'Opera Mini',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'phone',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0 Mobile/15E148 Safari/604.1',
    'tablet',
    'Chrome',
    'iPadOS',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`,
    'computer',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'computer', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
    'computer',
    'Safari',
    'macOS',
  ],
  ['curl/8.5.0', 'program', null, null],
  [null, 'program', null, null],
])('%s', (userAgent, kind, browser, system) => expect(deviceOf(userAgent)).toEqual({ kind, browser, system }))

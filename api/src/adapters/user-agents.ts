// Describes a browser briefly by its User-Agent header, so that its owner recognises it.
import type { UserSession } from 'contract/access/profile.ts'

type Device = UserSession['device']

// The first match counts, because most browsers also claim to be the ones below them.
const BROWSERS: readonly [RegExp, string][] = [
  [/Opera Mini|OPiOS/, 'Opera Mini'],
  [/OPR\/|OPT\//, 'Opera'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser|UBrowser/, 'UC Browser'],
  [/YaBrowser\//, 'Yandex'],
  [/PhoenixBrowser|Phoenix\//, 'Phoenix'],
  [/FxiOS|Firefox\//, 'Firefox'],
  [/CriOS|Chrome\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/KAIOS/i, 'KaiOS'],
  [/Windows NT/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const firstOf = (names: readonly [RegExp, string][], text: string) =>
  names.find(([form]) => form.test(text))?.[1] ?? null

function kindOf(text: string, system: string | null): Device['kind'] {
  if (!system) return 'program'
  if (/iPad|Tablet/.test(text) || (system === 'Android' && !/Mobile/.test(text))) return 'tablet'
  return /Mobi|iPhone|KAIOS/i.test(text) ? 'phone' : 'computer'
}

/** The device and browser of a User-Agent header. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? ''
  const system = firstOf(SYSTEMS, text)
  return { kind: kindOf(text, system), browser: firstOf(BROWSERS, text), system }
}

/** The browser and system of a User-Agent header as a text; null where neither is known. */
export function knownDeviceName(userAgent: string | null): string | null {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter((name) => name !== null).join(' · ') || null
}

/** The same, or a hyphen. */
export const deviceNameOf = (userAgent: string | null): string => knownDeviceName(userAgent) ?? '-'

// Writes and reads the address and the headers of a call.
import { headers as names } from 'contract/endpoint.ts'

const API = '/wb-api'

export type PageOfList = { current: number; count: number; perPage: number; total: number }

export type Text = string | number | boolean | null | undefined

/** The path with its parameters and its query; empty query parameters are dropped. */
export function addressOf(path: string, params: Record<string, Text> = {}, query: Record<string, Text> = {}): string {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `${API}${filled}${text === '' ? '' : `?${text}`}`
}

/** The device's time with its offset: 2026-02-03T09:42:05+00:00. The server only records it. */
export function clientDatetime(now: Date): string {
  const offset = -now.getTimezoneOffset()
  const pad = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${pad(offset / 60)}:${pad(offset % 60)}`
}

/** The position in a list, from the headers of its answer; null if it has no pages. */
export function readPage(headers: Headers): PageOfList | null {
  const read = (name: string) => Number(headers.get(name) ?? Number.NaN)
  const total = read(names.totalCount)
  if (Number.isNaN(total)) return null
  return {
    current: read(names.currentPage) || 1,
    count: read(names.pageCount) || 1,
    perPage: read(names.perPage) || 20,
    total,
  }
}

/** Basic credentials in UTF-8, as RFC 7617 lets the server expect. */
export function basicCredentials({ id, password }: { id: string; password: string }): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${id}:${password}`)))}`
}

/** The file name of a Content-Disposition header: the UTF-8 one if there is one (RFC 6266). */
export function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? 'file.pdf')
  } catch {
    return plain ?? 'file.pdf'
  }
}

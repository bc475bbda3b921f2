// Keeps prepared requests in one file: each with its length before it.
import { readFileSync, writeFileSync } from 'node:fs'

const LENGTH_BYTES = 4

export function encodeRequests(requests: readonly Buffer[]): Buffer {
  return Buffer.concat(
    requests.flatMap((request) => {
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32LE(request.length)
      return [length, request]
    }),
  )
}

export function decodeRequests(bytes: Buffer): Buffer[] {
  const requests: Buffer[] = []
  for (let start = 0; start < bytes.length;) {
    const first = start + LENGTH_BYTES
    start = first + bytes.readUInt32LE(start)
    requests.push(bytes.subarray(first, start))
  }
  return requests
}

export const writeRequests = (file: string, requests: readonly Buffer[]): void =>
  writeFileSync(file, encodeRequests(requests))
export const readRequests = (file: string): Buffer[] => decodeRequests(readFileSync(file))

export type HttpRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** The bytes of a request of HTTP/1.1 on a connection that stays open. */
export function bytesOf({ method, path, headers, body = '' }: HttpRequest): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(method === 'POST' ? [`content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

// Entity tags (RFC 9110, 8.8.3): a page that has not changed is answered by 304, without its content.
import { hash } from 'node:crypto'

/** The weak tag of an answer, or of what it depends on. The same parts always have the same tag. */
export function tagOf(...parts: readonly string[]): string {
  // With its length before it, a part cannot run into the next one.
  const content = parts.map((part) => `${part.length}:${part}`).join('')
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** Whether the tags of If-None-Match name this one; weak comparison (RFC 9110, 13.1.2). */
export const isKnownTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))

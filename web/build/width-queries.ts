// Queries of widths for browsers of 2021. Chrome before 104 and Safari before 16.4 know `min-width` and `max-width` alone: Lightning
// CSS would write `(width < 48rem)` as `not (min-width: 48rem)`, which they do not know either. Chrome before 105 and Safari
// before 16 know no containers: they take the window for the container, which is right on a phone.
import type { Plugin } from 'vite'

/** Less than any screen can show, in rem. */
const LEAST = 0.001

const BELOW = /\(width < ([\d.]+)rem\)/g
const maxWidth = (_: string, limit: string) => `(max-width: ${Number((Number(limit) - LEAST).toFixed(3))}rem)`

/**
 * Replaces `(width < 48rem)` in media queries by `(max-width: 47.999rem)`, and repeats container queries as media queries where there
 * are no containers.
 */
export const withOlderQueries = (css: string): string =>
  css
    .replaceAll(
      /@container (\([^)]+\)) (\{.+?^\})/gms,
      '$&\n@supports not (container-type: inline-size) {\n@media $1 $2\n}',
    )
    .replaceAll(/@media[^{]*\{/g, (query) => query.replaceAll(BELOW, maxWidth))

export const widthQueries = (): Plugin => ({
  name: 'width-queries',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: withOlderQueries },
})

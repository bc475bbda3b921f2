// Phones keep `:hover` on what was touched last: a pressed button, and the row whose panel was closed, would stay coloured.
import type { Plugin } from 'vite'

const HOVERED_RULE = /([^{};/]*:hover[^{};/]*)(\{[^{}]*\})/g

/**
 * Moves what the rules of a file of styles say of `:hover` into `@media (hover: hover)`: it holds where there is a pointer that hovers.
 * In text: a visitor of Lightning CSS (1.33) cannot give back rules with references to variables.
 */
export const withHoverQueries = (css: string): string =>
  css.replaceAll(HOVERED_RULE, (_, selector: string, declarations: string) => {
    const selectors = selector.split(',')
    const others = selectors.filter((one) => !one.includes(':hover'))
    const hovered = selectors.filter((one) => one.includes(':hover'))
    return `${others.length > 0 ? others.join() + declarations : ''}\n@media (hover: hover) {${hovered.join()}${declarations}\n}`
  })

export const hoverQueries = (): Plugin => ({
  name: 'hover-queries',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: withHoverQueries },
})

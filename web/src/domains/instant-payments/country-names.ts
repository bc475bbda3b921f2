import { useLanguage } from '../../lib/language.ts'

/** Names of countries from the browser, in the language of the page. */
export function useCountryNames(): (code: string) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' })
  return (code) => names.of(code) ?? code
}

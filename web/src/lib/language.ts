// Only the active language is loaded, and of it only the catalogues of the screens that were opened.
import { type Messages, i18n } from '@lingui/core'
import type { Language, Sentence } from 'contract/language.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { readSavedState, save } from './forms/saved-state.ts'
import { createStore, useStore } from './store.ts'

export type Catalogue = Record<Language, () => Promise<{ messages: Messages }>>

const activeLanguage = createStore<Language>(readSavedState().lang)
const opened = new Set<Catalogue>()

/** Follows the user's choice, French at first. */
export const language = () => activeLanguage.get()
export const useLanguage = () => useStore(activeLanguage)

/** The sentence in the active language, for what the contract says in both. */
export const translate = (sentence: Sentence) => sentence[language()]

/** A name with the French "de" that fits it, d’Awa or de Moussa; in English the name alone, since its sentences put it elsewhere. */
export const ofName = (name: string) => translate({ fr: ofFrench(name), en: name })

/** Loads a domain's words; its screens wait for them. */
export async function openCatalogue(catalogue: Catalogue): Promise<void> {
  if (opened.has(catalogue)) return
  const lang = language()
  const { messages } = await catalogue[lang]()
  // The language may have changed meanwhile: then the catalogues of the new one are loaded.
  if (lang !== language()) return openCatalogue(catalogue)
  opened.add(catalogue)
  i18n.load(lang, messages)
  i18n.activate(lang)
}

/** Changes the language of every open screen at once, and remembers it. */
export async function changeLanguage(lang: Language): Promise<void> {
  if (lang === language()) return
  const catalogueTexts = await Promise.all([...opened].map((catalogue) => catalogue[lang]()))
  save({ lang })
  for (const { messages } of catalogueTexts) i18n.load(lang, messages)
  i18n.activate(lang)
  document.documentElement.lang = lang
  activeLanguage.set(lang)
}

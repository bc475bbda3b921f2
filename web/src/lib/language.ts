// Loads only the active language, and of it only the catalogues of the opened screens.
import { type Messages, i18n } from '@lingui/core'
import type { Language, Sentence } from 'contract/language.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { readSavedState, save } from './forms/saved-state.ts'
import { createStore, useStore } from './store.ts'

export type Catalogue = Record<Language, () => Promise<{ messages: Messages }>>

const activeLanguage = createStore<Language>(readSavedState().lang)
const opened = new Set<Catalogue>()

/** Follows the user's choice, French by default. */
export const language = () => activeLanguage.get()
export const useLanguage = () => useStore(activeLanguage)
/** Calls the listener after each change of the language. */
export const whenLanguageChanges = activeLanguage.subscribe

/** The sentence of a bilingual text of the contract in the active language. */
export const translate = (sentence: Sentence) => sentence[language()]

/** A name with the correct form of the French "de", d’Awa or de Moussa; in English the name alone. */
export const ofName = (name: string) => translate({ fr: ofFrench(name), en: name })

/** Loads a domain's catalogue; its screens wait for it. */
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

/** Changes the language of every open screen, and stores it. */
export async function changeLanguage(lang: Language): Promise<void> {
  if (lang === language()) return
  const catalogueTexts = await Promise.all([...opened].map((catalogue) => catalogue[lang]()))
  save({ lang })
  for (const { messages } of catalogueTexts) i18n.load(lang, messages)
  i18n.activate(lang)
  document.documentElement.lang = lang
  activeLanguage.set(lang)
}

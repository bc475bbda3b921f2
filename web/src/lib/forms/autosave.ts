// Saves a text while it is typed: after a pause, and at once when the field is left. Unsaved text is stored in the tab.
import { dropDraft, keepDraft, readTexts } from './drafts.ts'
import { createStore, type Store } from '../store.ts'

const PAUSE_MS = 800

export type AutosaveState = {
  typed: string
  status: 'untouched' | 'waiting' | 'saving' | 'saved' | 'failed'
  /** Why the last attempt failed. */
  problem: string | null
}

type Options = {
  /** The draft's key: neither a reload nor a lost network loses the text. */
  draftName: string
  /** The saved text on the server. */
  saved: string
  /** Normalises the typed text for saving. */
  tidy: (typed: string) => string
  /** The call must outlive the page. */
  save: (text: string) => Promise<unknown>
}

export type Autosave = { state: Store<AutosaveState>; type: (typed: string) => void; flush: () => Promise<void> }

export function createAutosave({ draftName, saved, tidy, save }: Options): Autosave {
  const kept = readTexts(draftName).text
  const state = createStore<AutosaveState>({ typed: kept ?? saved, status: 'untouched', problem: null })
  let onServer = saved
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  const set = (change: Partial<AutosaveState>) => state.set({ ...state.get(), ...change })
  const wanted = () => tidy(state.get().typed)

  /** One call after the other, until the server has the last typed text. */
  async function run(): Promise<void> {
    while (wanted() !== onServer) {
      const text = wanted()
      set({ status: 'saving', problem: null })
      try {
        await save(text)
      } catch (error) {
        return set({ status: 'failed', problem: error instanceof Error ? error.message : String(error) })
      }
      onServer = text
    }
    // If the same text is open a second time, its draft belongs to the other one.
    if (readTexts(draftName).text === state.get().typed) dropDraft(draftName)
    if (state.get().status !== 'untouched') set({ status: 'saved' })
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), PAUSE_MS)
  }
  const type = (typed: string) => {
    set({ typed, status: 'waiting', problem: null })
    keepDraft(draftName, { text: typed, is_saved: false })
    wait()
  }
  if (wanted() !== onServer) wait()
  return { state, type, flush }
}

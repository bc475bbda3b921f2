import { beforeEach, expect, it, vi } from 'vitest'
import { createAutosave } from './autosave.ts'
import { claimDrafts, readTexts } from './drafts.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.useFakeTimers()
  claimDrafts('awa')
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const autosaveOf = (save: (text: string) => Promise<unknown>, saved = '') =>
  createAutosave({ draftName: 'note:1', saved, tidy: (typed) => typed.trim(), save })

it('saves once after a pause, and then deletes the draft', async () => {
  const save = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  const note = autosaveOf(save)
  note.type('Co')
  note.type('Compteur ')
  expect(readTexts('note:1').text).toBe('Compteur ')
  expect(save).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(save.mock.calls).toEqual([['Compteur']])
  expect(note.state.get()).toEqual({ typed: 'Compteur ', status: 'saved', problem: null })
  expect(readTexts('note:1')).toEqual({})
})

it('saves immediately when the field is left, and not if nothing changed', async () => {
  const save = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  const note = autosaveOf(save, 'Compteur')
  await note.flush()
  expect(save).not.toHaveBeenCalled()
  note.type('')
  await note.flush()
  expect(save.mock.calls).toEqual([['']])
})

it('stores the last typed text, whatever the order of the responses', async () => {
  const answers: (() => void)[] = []
  const save = vi.fn<(text: string) => Promise<void>>(() => new Promise((resolve) => answers.push(resolve)))
  const note = autosaveOf(save)
  note.type('un')
  const done = note.flush()
  note.type('deux')
  void note.flush()
  expect(save).toHaveBeenCalledTimes(1)
  answers[0]?.()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await done
  expect(save.mock.calls).toEqual([['un'], ['deux']])
})

it('ignores the draft of another object', async () => {
  let answer: () => void = () => undefined
  const note = autosaveOf(() => new Promise<void>((resolve) => (answer = resolve)))
  note.type('un')
  const done = note.flush()
  autosaveOf(() => Promise.resolve()).type('un et deux')
  answer()
  await done
  expect(readTexts('note:1').text).toBe('un et deux')
})

it('reports an error, keeps the text, and retries when it is opened again', async () => {
  const note = autosaveOf(() => Promise.reject(new Error('La connexion au serveur a échoué.')))
  note.type('Compteur')
  await note.flush()
  expect(note.state.get()).toEqual({
    typed: 'Compteur',
    status: 'failed',
    problem: 'La connexion au serveur a échoué.',
  })
  const save = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  const again = autosaveOf(save)
  expect(again.state.get().typed).toBe('Compteur')
  await vi.runAllTimersAsync()
  expect(save.mock.calls).toEqual([['Compteur']])
})

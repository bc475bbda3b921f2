import { useEffect, useRef, useState } from 'react'
import { session } from '../session/session.ts'
import { dropDraft, keepDraft, readTexts } from './drafts.ts'

type Texts = Readonly<Record<string, string>>

/**
 * Keeps what is typed into a form over a reload and the end of the session; leaving the form drops it. `kept`: what was typed before, if
 * anything. `keep`: stores the present texts, null where nothing was typed.
 */
export function useKeptTexts(name: string): { kept: Texts | null; keep: (texts: Texts | null) => void } {
  const [kept] = useState(() => {
    const texts = readTexts(name)
    return Object.keys(texts).length > 0 ? texts : null
  })
  const latest = useRef<Texts | null>(null)
  useEffect(() => {
    if (latest.current) keepDraft(name, latest.current)
  })
  useEffect(
    () => () => {
      if (session().status === 'in') dropDraft(name)
    },
    [name],
  )
  return { kept, keep: (texts) => void (latest.current = texts) }
}

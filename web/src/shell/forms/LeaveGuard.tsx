import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { askBeforeAccountChange } from '../../lib/forms/account-change.ts'
import { isReloadingForNewVersion } from '../../lib/lazy-part.ts'
import { session } from '../../lib/session/session.ts'
import { dialogForBack } from '../../ui/overlays/dialog.ts'
import { LeaveQuestion, type Loss } from './LeaveQuestion.tsx'

type Props = {
  isDirty: boolean
  /** The form was left on purpose: its draft is deleted. */
  onLeave?: () => void
  /** Pages from which the user returns to the draft. */
  keptAt?: readonly string[]
  loss?: Loss
}

/**
 * Asks for confirmation before the typed text of a page is lost: inside the portal, by the Back button, for another account, and when
 * the page is closed.
 * The end of a session does not ask, because nothing can be sent any more. Forms in dialogs: `useDismissal`.
 */
export function LeaveGuard({ isDirty, onLeave, keptAt, loss }: Props) {
  const router = useRouter()
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  // Whether the user left the form for another account, whose page opens next.
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    if (!isDirty) return undefined
    return askBeforeAccountChange(() => new Promise((resolve) => setAnswer(() => resolve)))
  }, [isDirty])
  const conclude = (mayLeave: boolean) => {
    isLeft.current = mayLeave
    if (mayLeave) onLeave?.()
    answer?.(mayLeave)
    setAnswer(null)
  }
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isDirty &&
      !isLeft.current &&
      session().status === 'in' &&
      current.pathname !== next.pathname &&
      !keptAt?.includes(next.pathname) &&
      // A dialog above the page is closed by this step.
      (action === 'PUSH' || action === 'REPLACE' || dialogForBack() === null),
    // Such a page may be a document of its own.
    enableBeforeUnload: () =>
      isDirty &&
      !keptAt?.includes(router.latestLocation.pathname) &&
      // Without a text of its own about the loss, the form stores a draft.
      (loss !== undefined || !isReloadingForNewVersion()),
    withResolver: true,
  })
  if (answer) return <LeaveQuestion loss={loss} onStay={() => conclude(false)} onLeave={() => conclude(true)} />
  if (blocker.status !== 'blocked') return null
  return (
    // The step is pending already: another one asks again.
    <LeaveQuestion
      takesBack={false}
      loss={loss}
      onStay={blocker.reset}
      onLeave={() => {
        onLeave?.()
        blocker.proceed()
      }}
    />
  )
}

import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { LeaveQuestion, type Loss } from './LeaveQuestion.tsx'

type Dismissal = {
  onDismiss: () => void
  /** Stands inside the dialog. */
  question: ReactNode
}

/**
 * Asks before a dialog with typed text is dismissed by Escape, a press beside it or the Back button, and before its page is closed.
 * The buttons of the dialog do not ask.
 */
export function useDismissal(isDirty: boolean, onClose: () => void, loss?: Loss): Dismissal {
  const [isAsking, setAsking] = useState(false)
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => isDirty })
  return {
    onDismiss: isDirty ? () => setAsking(true) : onClose,
    question: isAsking && <LeaveQuestion loss={loss} onStay={() => setAsking(false)} onLeave={onClose} />,
  }
}

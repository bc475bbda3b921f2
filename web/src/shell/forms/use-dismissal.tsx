import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { session } from '../../lib/session/session.ts'
import { dialogForBack } from '../../ui/overlays/dialog.ts'
import { LeaveQuestion, type Loss } from './LeaveQuestion.tsx'

type Dismissal = {
  onDismiss: () => void
  /** Stands inside the dialog. */
  question: ReactNode
}

/**
 * Asks before a dialog with typed text is dismissed by Escape, a press beside it or the Back button, and before its page is closed.
 * The buttons of the dialog do not ask. `hasAddress`: of a panel that going back closes.
 */
export function useDismissal(
  isDirty: boolean,
  onClose: () => void,
  { loss, hasAddress = false }: { loss?: Loss | undefined; hasAddress?: boolean } = {},
): Dismissal {
  const [isAsking, setAsking] = useState(false)
  const step = useBlocker({
    shouldBlockFn: ({ action }) =>
      hasAddress &&
      isDirty &&
      session().status === 'in' &&
      action !== 'PUSH' &&
      action !== 'REPLACE' &&
      // A dialog above the panel is closed by this step.
      dialogForBack() === null,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return {
    onDismiss: isDirty ? () => setAsking(true) : onClose,
    question:
      step.status === 'blocked' ? (
        // The step is pending already: another one asks again.
        <LeaveQuestion takesBack={false} loss={loss} onStay={step.reset} onLeave={step.proceed} />
      ) : (
        isAsking && <LeaveQuestion loss={loss} onStay={() => setAsking(false)} onLeave={onClose} />
      ),
  }
}

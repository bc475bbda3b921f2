// Closes an open dialog when the user goes back, instead of the page below it. The history gets no entry for a dialog, because it
// would be left behind when the dialog is closed by a button: the step is taken back.
import type { RegisteredRouter } from '@tanstack/react-router'
import { dialogForBack, onDialogChange } from '../ui/overlays/dialog.ts'

export function closeDialogsByBack({ history }: RegisteredRouter): void {
  let release: (() => void) | undefined
  onDialogChange(() => {
    release?.()
    const dialog = dialogForBack()
    release =
      dialog === null
        ? undefined
        : history.block({
            blockerFn: ({ action }) => {
              if (action === 'PUSH' || action === 'REPLACE') return false
              dialog.dismiss()
              return true
            },
            enableBeforeUnload: false,
          })
  })
}

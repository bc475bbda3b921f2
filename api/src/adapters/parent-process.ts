// Sends messages to the process that started this one, and detects its end.

/** Sends a message to the parent process, if there is one that still listens. */
export function notifyParent(message: object): void {
  // The callback receives the error of a channel that closes at this moment; without it the error would end the process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Calls `run` when the parent process ends, or at once when it has ended already. */
export function onParentExit(run: () => void): void {
  process.on('disconnect', run)
  if (process.send && !process.connected) run()
}

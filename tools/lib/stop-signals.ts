/** Calls `stop` once when the tool must end: Ctrl-C, a closed terminal, a service manager, or the end of run.mjs. */
export function onStopRequested(stop: () => void): void {
  let isCalled = false
  const once = () => {
    if (isCalled) return
    isCalled = true
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once)
  // run.mjs holds the other end of the channel when it had to start another Node.
  process.on('disconnect', once)
  process.channel?.unref()
}

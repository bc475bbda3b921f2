// Gives up a call that a frozen server never answers.

/** The server answers every call within ten seconds; the rest is for a slow network. */
const DEADLINE_MS = 20_000

/** The server accepted the call and did not begin to answer in time. */
export class ServerFrozen extends Error {
  override readonly name = 'ServerFrozen'
}

/** The response of a request, whose headers must arrive in time; its body may take longer. */
export async function withDeadline(
  signal: AbortSignal | null,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const request = new AbortController()
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  const cancel = () => request.abort(signal?.reason)
  const giveUp = () => request.abort(new ServerFrozen())
  // AbortSignal.any is missing in the oldest supported browsers.
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  deadline.addEventListener('abort', giveUp)
  try {
    return await send(request.signal)
  } catch (error) {
    // An older browser reports any abort as its own error.
    throw request.signal.reason instanceof ServerFrozen ? request.signal.reason : error
  } finally {
    deadline.removeEventListener('abort', giveUp)
  }
}

// Gives up a call that a frozen server never answers.

/** The server answers every call within ten seconds; the rest is for a slow network. */
const DEADLINE_MS = 20_000

/** Of newer browsers; the others get it from older-browsers.ts. */
type WithTimeout = { timeout: (milliseconds: number) => AbortSignal }

/** Ends after so many milliseconds. */
export const endingAfter = (milliseconds: number): AbortSignal =>
  (AbortSignal as unknown as WithTimeout).timeout(milliseconds)

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
  const deadline = endingAfter(DEADLINE_MS)
  let isFrozen = false
  const cancel = () => request.abort(signal?.reason)
  const giveUp = () => {
    isFrozen = true
    request.abort()
  }
  // AbortSignal.any is missing in the oldest supported browsers, and so are reasons that a request would fail with.
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  deadline.addEventListener('abort', giveUp)
  try {
    return await send(request.signal)
  } catch (error) {
    throw isFrozen ? new ServerFrozen() : error
  } finally {
    deadline.removeEventListener('abort', giveUp)
  }
}

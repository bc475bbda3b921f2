import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServerFrozen } from './deadline.ts'
import { sendForm } from './send-form.ts'

const opened: OpenRequest[] = []

/** A request of the browser whose events the test sends. */
class OpenRequest extends EventTarget {
  readonly upload = new EventTarget()
  readonly status = 200
  readonly response = new Blob(['{}'])
  readonly open = () => {}
  readonly send = () => {}
  readonly setRequestHeader = () => {}
  getAllResponseHeaders = () => 'content-type: application/json'
  constructor() {
    super()
    opened.push(this)
  }
  abort = () => {
    this.dispatchEvent(new Event('abort'))
    this.dispatchEvent(new Event('loadend'))
  }
}

let deadline: AbortController
beforeEach(() => {
  opened.length = 0
  deadline = new AbortController()
  vi.stubGlobal('XMLHttpRequest', OpenRequest)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => deadline.signal)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The answer that is waited for, and the request. */
function sending() {
  const answer = sendForm('/wb-api/transfers/import', {
    method: 'POST',
    headers: new Headers(),
    form: new FormData(),
  })
  const [request = new OpenRequest()] = opened
  return { answer, request }
}

it('waits for the upload as long as it takes, and gives up a server that does not answer afterwards', async () => {
  const { answer, request } = sending()
  expect(AbortSignal.timeout).not.toHaveBeenCalled()
  request.upload.dispatchEvent(new Event('load'))
  deadline.abort()
  await expect(answer).rejects.toBeInstanceOf(ServerFrozen)
})

it('keeps an answer that came in time', async () => {
  const { answer, request } = sending()
  request.upload.dispatchEvent(new Event('load'))
  request.dispatchEvent(new Event('load'))
  request.dispatchEvent(new Event('loadend'))
  const abort = vi.spyOn(request, 'abort')
  deadline.abort()
  expect((await answer).status).toBe(200)
  expect(abort).not.toHaveBeenCalled()
})

// A simulated customer at the portal: signs in, calls the server as a browser does, and confirms what has to be confirmed.
import { type Answer, type Endpoint, headers, type Input } from 'contract/endpoint.ts'
import { reauthenticate, signIn, signOut } from 'contract/access/session.ts'
import type { FastifyInstance } from 'fastify'
import { newId } from '../../adapters/ids.ts'

/** A form as a browser sends it instead of JSON: the body in `jsonBody`, and the files. */
type Call<E extends Endpoint> = Partial<Input<E>> & { form?: FormData }

export type CustomerSession = {
  /** Calls the server, with the password where the call has to be confirmed. Throws where it refuses. */
  call: <E extends Endpoint>(endpoint: E, input?: Call<E>) => Promise<Answer<E>>
  signOut: () => Promise<unknown>
}

function pathOf({ path }: Endpoint, { params = {}, query = {} }: { params?: unknown; query?: unknown }): string {
  // The contract has validated neither: the server does.
  const values = params as Record<string, string>
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return `/wb-api${path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '')}${search && `?${search}`}`
}

type Customer = {
  login: string
  password: string
  accountId: string
  device: { address: string; browser: string }
  now: () => Date
}

export async function openCustomerSession(
  app: FastifyInstance,
  { login, password, accountId, device, now }: Customer,
): Promise<CustomerSession> {
  async function send<E extends Endpoint>(endpoint: E, input: Call<E>, own: Record<string, string>) {
    const { form, body } = input
    const encoded = form && new Response(form)
    return app.inject({
      method: endpoint.method,
      remoteAddress: device.address,
      url: pathOf(endpoint, input),
      headers: {
        'user-agent': device.browser,
        [headers.clientDatetime]: now().toISOString().replace('Z', '+00:00'),
        'content-type': encoded?.headers.get('content-type') ?? 'application/json',
        ...own,
      },
      ...(encoded
        ? { payload: Buffer.from(await encoded.arrayBuffer()) }
        : body !== undefined && { payload: JSON.stringify(body) }),
    })
  }
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  const opened = await send(signIn, {}, { authorization: `Basic ${basic}` })
  if (opened.statusCode !== 200) throw new Error(`${login} could not sign in: ${opened.body}`)
  const own = {
    authorization: `Bearer ${opened.json<Answer<typeof signIn>>().token}`,
    cookie: opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    [headers.accountId]: accountId,
  }

  const call: CustomerSession['call'] = async (endpoint, input = {}) => {
    const given = { ...own, ...(endpoint.isIdempotent && { [headers.idempotencyKey]: newId() }) }
    let reply = await send(endpoint, input, given)
    if (reply.statusCode === 428) {
      const { operation } = reply.json<{ operation: { hash: string } }>()
      const confirmed = await send(reauthenticate, { body: { password, operation_hash: operation.hash } }, own)
      const { confirmation } = confirmed.json<Answer<typeof reauthenticate>>()
      reply = await send(endpoint, input, { ...given, [headers.confirmation]: confirmation ?? '' })
    }
    if (reply.statusCode >= 400) throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${reply.body}`)
    // The server has validated the answer with the contract.
    return (reply.body === '' ? null : reply.json()) as Answer<typeof endpoint>
  }
  return { call, signOut: () => call(signOut) }
}

// Sends orders as a customer: each with one idempotency key until it is acknowledged.
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../src/adapters/ids.ts'
import { type ChaosCustomer, PASSWORD } from './chaos-bank.ts'

export type Input = {
  type: 'direct' | 'delayed'
  beneficiary_id: string
  amount: number
  label: string
  execution_date?: string
}
type Session = { token: string; cookie: string }

export class CarefulClient {
  /** The number of retries after calls without an answer. */
  repeats = 0
  private session: Session | null = null
  private readonly customer: ChaosCustomer
  private readonly origin: () => Promise<string>

  constructor(customer: ChaosCustomer, origin: () => Promise<string>) {
    this.customer = customer
    this.origin = origin
  }

  private async signIn(): Promise<Session | null> {
    const reply = await fetch(`${await this.origin()}/user/auth`, {
      headers: { authorization: `Basic ${Buffer.from(`${this.customer.login}:${PASSWORD}`).toString('base64')}` },
      signal: AbortSignal.timeout(20_000),
    })
    if (!reply.ok) return null
    const { token } = (await reply.json()) as { token: string }
    return { token, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  private async ask(path: string, body: string, headers: Record<string, string> = {}): Promise<Response | null> {
    this.session ??= await this.signIn()
    if (!this.session) return null
    const { token, cookie } = this.session
    return fetch(`${await this.origin()}${path}`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${token}`,
        cookie,
        'x-account-id': this.customer.account_id,
        'content-type': 'application/json',
        ...headers,
      },
      signal: AbortSignal.timeout(20_000),
    })
  }

  /** The id of the order, once it is acknowledged. Throws where the bank refuses it. */
  async order(input: Input): Promise<string> {
    const key = newId()
    const body = JSON.stringify({ ...input, comment: null })
    let reauthentication = ''
    for (;;) {
      try {
        const reply = await this.ask('/transfers', body, {
          'idempotency-key': key,
          ...(reauthentication && { 'x-confirmation': reauthentication }),
        })
        if (reply?.status === 201) return ((await reply.json()) as { id: string }).id
        if (reply?.status === 428) {
          const { operation } = (await reply.json()) as { operation: { hash: string } }
          const again = await this.ask(
            '/user/reauth',
            JSON.stringify({ password: PASSWORD, operation_hash: operation.hash }),
          )
          if (again?.status === 401) this.session = null
          if (again?.ok) {
            reauthentication = ((await again.json()) as { confirmation: string }).confirmation
            continue
          }
        } else if (reply?.status === 401) this.session = null
        else if (reply && reply.status < 500 && reply.status !== 429)
          throw new Error(`the order was answered ${reply.status}: ${await reply.text()}`)
      } catch (error) {
        // Without a complete answer the call is repeated. A refusal by the bank fails the test.
        if (error instanceof Error && error.message.startsWith('the order was answered')) throw error
      }
      this.repeats += 1
      await pause(20)
    }
  }
}

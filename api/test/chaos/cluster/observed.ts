// Notes every answer of the bank, what was ordered and acknowledged, and the readiness that the servers report.
import { setTimeout as pause } from 'node:timers/promises'
import { serverAddress, SERVERS, type ServerName } from './bank-processes.ts'

export const kinds = ['transfers', 'approvals', 'batches', 'topups'] as const
export type Kind = (typeof kinds)[number]

type Answered = { at: number; ms: number; call: string; status: number; code: string; isDirect: boolean }

/** Longer pauses of a process under load are no outage. */
const POLL_EVERY_MS = 500

export class Observed {
  readonly answers: Answered[] = []
  /** The times at which customers behind the proxy had an order acknowledged, or a page answered. */
  readonly orders: number[] = []
  readonly pages: number[] = []
  /** Orders by their label: the id once it is acknowledged, null before. */
  readonly started: { [kind in Kind]: Map<string, string | null> } = {
    transfers: new Map(),
    approvals: new Map(),
    batches: new Map(),
    topups: new Map(),
  }
  /** The messages of creditors. */
  readonly debits: string[] = []
  readonly refusals: string[] = []
  readonly streams = { opened: 0, changes: 0 }
  /** The readiness that each server reported, and the times at which it stored an order that was sent to it directly. */
  private readonly readiness: { at: number; server: ServerName; isReady: boolean }[] = []
  private readonly stored: { [server in ServerName]: number[] } = { a: [], b: [] }
  private isWatching = true

  acknowledge(kind: Kind, label: string, id: string, server: ServerName | null): void {
    this.started[kind].set(label, id)
    if (server) this.stored[server].push(Date.now())
    else this.orders.push(Date.now())
  }

  async watchReadiness(): Promise<void> {
    const poll = async (server: ServerName) => {
      while (this.isWatching) {
        const reply = await fetch(`${serverAddress(server)}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
          () => null,
        )
        await reply?.arrayBuffer().catch(() => undefined)
        this.readiness.push({ at: Date.now(), server, isReady: reply?.status === 200 })
        await pause(POLL_EVERY_MS)
      }
    }
    await Promise.all(SERVERS.map(poll))
  }

  stopWatching(): void {
    this.isWatching = false
  }

  /** Between two moments, the longest time in which a server reported that it was ready, and stored none of the orders sent to it; in seconds. */
  falseReadiness(from: number, to: number): number {
    let longest = 0
    for (const server of SERVERS) {
      const stored = [...this.stored[server]]
      let since: number | null = null
      for (const { at, server: name, isReady } of this.readiness) {
        if (name !== server || at < from || at > to) continue
        if (!isReady) since = null
        else {
          since ??= at
          const last = stored.findLast((moment) => moment <= at) ?? 0
          longest = Math.max(longest, at - Math.max(since, last))
        }
      }
    }
    return longest / 1000
  }
}

/** The longest time between two moments without any of these, in seconds. */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  const inside = [from, ...moments.filter((at) => at > from && at < to), to]
  return Math.max(...inside.slice(1).map((at, index) => at - (inside[index] ?? at))) / 1000
}

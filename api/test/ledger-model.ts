// A model of the ledger without a database: one posting after the other, without concurrency.
import type { NewPosting, PostingOutcome } from '../src/ledger/ledger-store.ts'

type ModelAccount = { booked: number; overdraft: number; holds: Map<string, number>; days: string[] }

export class LedgerModel {
  readonly accounts = new Map<string, ModelAccount>()
  readonly keys = new Set<string>()

  open(id: string, overdraft: number): void {
    this.accounts.set(id, { booked: 0, overdraft, holds: new Map(), days: [] })
  }

  held(id: string): number {
    return [...(this.accounts.get(id)?.holds.values() ?? [])].reduce((sum, amount) => sum + amount, 0)
  }

  private available(id: string): number {
    const account = this.accounts.get(id)
    return account ? account.booked + account.overdraft - this.held(id) : Infinity
  }

  post({ posting_key, booking_date, entries }: NewPosting): PostingOutcome {
    if (this.keys.has(posting_key)) return 'repeated'
    const passed: { account: ModelAccount; amount: number }[] = []
    for (const { account_id, amount } of entries) {
      const account = this.accounts.get(account_id)
      if (!account) continue
      account.booked += amount
      passed.push({ account, amount })
      if (amount > 0 || this.available(account_id) >= 0) continue
      for (const undone of passed) undone.account.booked -= undone.amount
      return 'insufficient_funds'
    }
    for (const { account } of passed)
      account.days.push([booking_date, account.days.at(-1) ?? ''].toSorted().at(-1) ?? booking_date)
    this.keys.add(posting_key)
    return 'posted'
  }

  hold(id: string, cause: string, amount: number): boolean {
    if (this.available(id) < amount) return false
    this.accounts.get(id)?.holds.set(cause, amount)
    return true
  }

  release(id: string, cause: string): boolean {
    return this.accounts.get(id)?.holds.delete(cause) ?? false
  }
}

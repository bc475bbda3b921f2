// Counts what the customers of the chaos test meet: acknowledged orders, the time without one, and wrong answers.

/** The longest time without an acknowledged order around faults of one kind, and how many there were. */
export type Outage = { count: number; longest: number }

/** A gap belongs to a fault that began at most so long before it: what was under way may still be acknowledged. */
const BEFORE_MS = 1_000
/** A shorter pause between two orders is no outage. */
const PAUSE_MS = 1_000
const MAX_EXAMPLES = 20

export class Tally {
  /** Calls that were sent again, because they had no answer or 503. */
  repeats = 0
  unavailable = 0
  pages = 0
  pagesDuringOutage = 0
  /** What must not happen: each as a sentence, the first ones only. */
  readonly examples: string[] = []
  faults = 0
  readonly outages = new Map<string, Outage>()
  secondsWithoutOrder = 0
  longestGap = 0
  private acknowledgedAt = performance.now()
  private recent: { kind: string; at: number }[] = []

  /** The time since the last acknowledged order, in milliseconds. */
  get silence(): number {
    return performance.now() - this.acknowledgedAt
  }

  /** The first order can come from now on. */
  start(): void {
    this.acknowledgedAt = performance.now()
  }

  /** Whether an order was acknowledged since the last fault: what comes now is not added to an outage that lasts. */
  get isRecovered(): boolean {
    return this.recent.every(({ at }) => at < this.acknowledgedAt - BEFORE_MS)
  }

  recordFault(kind: string): void {
    const outage = this.outages.get(kind) ?? { count: 0, longest: 0 }
    this.outages.set(kind, { ...outage, count: outage.count + 1 })
    this.recent.push({ kind, at: performance.now() })
  }

  acknowledge(): void {
    const now = performance.now()
    const seconds = (now - this.acknowledgedAt) / 1000
    this.longestGap = Math.max(this.longestGap, seconds)
    if (seconds * 1000 > PAUSE_MS) this.secondsWithoutOrder += seconds
    for (const { kind, at } of this.recent) {
      const outage = this.outages.get(kind)
      if (outage && at >= this.acknowledgedAt - BEFORE_MS) outage.longest = Math.max(outage.longest, seconds)
    }
    this.recent = this.recent.filter(({ at }) => now - at < BEFORE_MS)
    this.acknowledgedAt = now
  }

  readPage(): void {
    this.pages += 1
    if (this.silence > PAUSE_MS) this.pagesDuringOutage += 1
  }

  fault(sentence: string): void {
    this.faults += 1
    if (this.examples.length < MAX_EXAMPLES) this.examples.push(sentence)
  }
}

// Simulates the network under chaos: processes each file once, answers every payment in it, some of them twice.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { filesIn, paymentReturn, paymentsOf, type SentPayment, statusReport } from '../test-clearing.ts'

/** Decided by the payment's id: a tenth is rejected, a twentieth settled and returned. */
export function fateOf({ tx_id }: Pick<SentPayment, 'tx_id'>): 'settled' | 'rejected' | 'sent back' {
  const percent = createHash('sha256').update(tx_id).digest().readUInt16BE() % 100
  return percent < 10 ? 'rejected' : percent < 15 ? 'sent back' : 'settled'
}

export class OtherBanks {
  readonly taken: string
  private readonly outgoing: string
  private readonly incoming: string
  private readonly bytes = new Map<string, string>()
  private isStopping = false
  private readonly working: Promise<void>

  constructor(folder: string) {
    this.outgoing = join(folder, 'out')
    this.incoming = join(folder, 'in')
    this.taken = join(folder, 'taken')
    for (const path of [this.outgoing, this.incoming, this.taken]) mkdirSync(path, { recursive: true })
    this.working = this.work()
  }

  private drop(name: string, content: string): void {
    writeFileSync(join(this.incoming, `.${name}`), content)
    renameSync(join(this.incoming, `.${name}`), join(this.incoming, name))
  }

  private async work(): Promise<void> {
    while (!this.isStopping) {
      for (const file of filesIn(this.outgoing, '.xml')) {
        const content = readFileSync(join(this.outgoing, file), 'utf8')
        const before = this.bytes.get(file)
        if (before !== undefined && before !== content) throw new Error(`${file} came again with another content`)
        this.bytes.set(file, content)
        renameSync(join(this.outgoing, file), join(this.taken, file))
        // Received before: a transport recognises a message that it has carried.
        if (before === undefined) this.answer(file)
      }
      await pause(50)
    }
  }

  private answer(file: string): void {
    const payments = paymentsOf(this.taken, file)
    const id = `R-${payments[0]?.message_id}`
    const lines = payments.map((payment) => {
      const isRejected = fateOf(payment) === 'rejected'
      return { tx: payment.tx_id, status: isRejected ? 'RJCT' : 'ACSC', ...(isRejected && { reason: 'AC04' }) }
    })
    this.drop(`${id}.xml`, statusReport(id, lines))
    if (payments.length % 2 === 0) this.drop(`${id}-again.xml`, statusReport(id, lines))
    payments
      .filter((payment) => fateOf(payment) === 'sent back')
      .forEach(({ tx_id, amount }, index) =>
        this.drop(`z-${id}-${index}.xml`, paymentReturn(`${id}-${index}`, { tx: tx_id, amount, reason: 'MS03' })),
      )
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await this.working
  }
}

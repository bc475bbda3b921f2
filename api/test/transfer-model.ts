// A model of a company's orders without a database: one action after the other, without concurrency.
import {
  addDays,
  businessDayFrom,
  dueDate,
  type Holidays,
  isBusinessDay,
  type Series,
} from 'contract/values/calendar.ts'

export type ModelOrder = {
  id: string
  reference: string
  type: 'direct' | 'delayed' | 'periodic'
  network: 'book' | 'sica'
  amount: number
  total: number
  validation: 'pending' | 'validated' | 'refused'
  execution: 'scheduled' | 'executed' | 'returned' | 'cancelled' | 'paused' | 'ended'
  day: string
  run_at: Date | null
  series: Series | null
  occurrence: number | null
}

export type ModelPayment = {
  order: ModelOrder
  end_to_end_id: string
  nominal: string | null
  state: 'queued' | 'sent' | 'settled' | 'returned'
}

const SICA_CUT_OFF_HOUR = 15
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const runAtOf = (day: string, now: Date) => (day <= dayOf(now) ? now : new Date(`${day}T07:00:00Z`))

export class TransferModel {
  readonly orders: ModelOrder[] = []
  readonly payments: ModelPayment[] = []
  booked: number
  private readonly holidays: Holidays

  constructor(booked: number, holidays: Holidays) {
    this.booked = booked
    this.holidays = holidays
  }

  get held(): number {
    const waiting = this.orders.filter(({ type, execution }) => type === 'direct' && execution === 'scheduled')
    return waiting.reduce((sum, { total }) => sum + total, 0)
  }

  /** The first day on which a network accepts an order that is complete now. */
  firstDay(network: ModelOrder['network'], now: Date): string {
    const today = dayOf(now)
    if (network === 'book') return today
    const isOpen = isBusinessDay(today, this.holidays) && now.getUTCHours() < SICA_CUT_OFF_HOUR
    return isOpen ? today : businessDayFrom(addDays(today, 1), this.holidays)
  }

  firstDayOf(type: ModelOrder['type'], network: ModelOrder['network'], wanted: string, now: Date): string {
    return type === 'direct' ? this.firstDay(network, now) : businessDayFrom(wanted, this.holidays)
  }

  sign(order: ModelOrder, now: Date): boolean {
    if (order.validation !== 'pending' || order.execution !== 'scheduled') return false
    order.validation = 'validated'
    if (order.day <= dayOf(now)) order.day = this.firstDay(order.network, now)
    order.run_at = runAtOf(order.day, now)
    return true
  }

  refuse(order: ModelOrder): boolean {
    if (order.validation !== 'pending' || order.execution !== 'scheduled') return false
    Object.assign(order, { validation: 'refused', execution: 'cancelled' })
    return true
  }

  cancel(order: ModelOrder): boolean {
    if (order.execution !== 'scheduled' && order.execution !== 'paused') return false
    Object.assign(order, { execution: 'cancelled', run_at: null })
    return true
  }

  private isSeries({ series, validation, execution }: ModelOrder): boolean {
    return series !== null && validation === 'validated' && (execution === 'scheduled' || execution === 'paused')
  }

  pause(order: ModelOrder): boolean {
    if (!this.isSeries(order)) return false
    Object.assign(order, { execution: 'paused', run_at: null })
    return true
  }

  resume(order: ModelOrder, now: Date): boolean {
    if (!this.isSeries(order)) return false
    if (order.execution === 'scheduled') return true
    let occurrence = order.occurrence ?? 0
    for (;;) {
      const date = order.series && dueDate(order.series, occurrence, this.holidays)
      if (!date || date.nominal > dayOf(now)) break
      occurrence += 1
    }
    this.goTo(order, occurrence, now)
    return true
  }

  private goTo(order: ModelOrder, occurrence: number, now: Date): void {
    const date = order.series && dueDate(order.series, occurrence, this.holidays)
    if (date)
      Object.assign(order, { execution: 'scheduled', occurrence, day: date.due, run_at: runAtOf(date.due, now) })
    else Object.assign(order, { execution: 'ended', run_at: null })
  }

  /** Runs everything that is due, in order, until nothing is. */
  run(now: Date): void {
    for (;;) {
      const order = this.orders.find(({ run_at }) => run_at !== null && run_at <= now)
      if (!order) return
      const today = dayOf(now)
      const isBookOnDate = order.network === 'book' && order.type !== 'direct'
      const first = isBookOnDate ? businessDayFrom(today, this.holidays) : this.firstDay(order.network, now)
      if (first > today) Object.assign(order, { day: first, run_at: runAtOf(first, now) })
      else this.execute(order, now)
    }
  }

  private execute(order: ModelOrder, now: Date): void {
    this.booked -= order.total
    const nominal = order.series ? (dueDate(order.series, order.occurrence ?? 0, this.holidays)?.nominal ?? null) : null
    const end_to_end_id = nominal ? `${order.reference}-${nominal.replaceAll('-', '')}` : order.reference
    if (order.network === 'sica') this.payments.push({ order, end_to_end_id, nominal, state: 'queued' })
    if (order.series) this.goTo(order, (order.occurrence ?? 0) + 1, now)
    else Object.assign(order, { execution: 'executed', day: dayOf(now), run_at: null })
  }

  send(): void {
    for (const payment of this.payments) if (payment.state === 'queued') payment.state = 'sent'
  }

  answer(payment: ModelPayment, status: 'ACSC' | 'RJCT' | 'RTRN'): void {
    if (status === 'ACSC' && payment.state === 'sent') payment.state = 'settled'
    else if (
      (status === 'RJCT' && payment.state === 'sent') ||
      (status === 'RTRN' && (payment.state === 'sent' || payment.state === 'settled'))
    ) {
      payment.state = 'returned'
      this.booked += payment.order.amount
      if (!payment.nominal) payment.order.execution = 'returned'
    }
  }
}

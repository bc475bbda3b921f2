import type pg from 'pg'
import type { DemoCalendar } from './demo-calendar.ts'

export async function seedBenchBank(
  _client: pg.Client,
  _calendar: DemoCalendar,
  _wish: { operations: number; password: string },
): Promise<void> {}

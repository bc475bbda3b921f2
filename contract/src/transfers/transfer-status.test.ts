import { describe, expect, it } from 'vitest'
import { daysLate, hasDay, transferStatus, type TransferState } from './transfer-status.ts'
import { transferStatuses } from './transfer-status-codes.ts'
import { lateBy, transferStatusLabels, type TransferStatus } from './transfer-statuses.ts'

const signed: TransferState = {
  type: 'delayed',
  validation_status: 'validated',
  execution_status: 'scheduled',
  suspended: null,
  reason_code: null,
  is_past: false,
  is_on_its_way: false,
  may_sign: false,
}
const waiting = { ...signed, validation_status: 'pending' } as const
const over = (execution_status: TransferState['execution_status']) => ({ ...signed, execution_status, is_past: true })
const refused = { ...signed, validation_status: 'refused', execution_status: 'cancelled' } as const

// The order's facts, the status for its reader, and whether a date is displayed.
const table: [string, TransferState, TransferStatus, boolean][] = [
  ['waits for the reader', { ...waiting, may_sign: true }, 'to_sign', true],
  ['waits for somebody else', waiting, 'pending', true],
  [
    'waits for the reader and runs at once then',
    { ...waiting, type: 'direct', may_sign: true, is_past: true },
    'to_sign',
    false,
  ],
  ['waits for somebody else and runs at once then', { ...waiting, type: 'direct', is_past: true }, 'pending', false],
  ['waits beyond its day', { ...waiting, is_past: true, may_sign: true }, 'late', true],
  ['is signed for a later day', signed, 'scheduled', true],
  ['is signed for today', { ...signed, type: 'direct' }, 'scheduled', true],
  ['is tried again after its day', { ...signed, is_past: true }, 'late', true],
  ['missed its day while the payee changed', { ...signed, suspended: 'late', is_past: true }, 'late', true],
  ['waits for the changed payee', { ...signed, suspended: 'payee_change' }, 'suspended', true],
  [
    'waits for the changed payee beyond its day',
    { ...signed, suspended: 'payee_change', is_past: true },
    'suspended',
    false,
  ],
  ['has left for another bank', { ...over('executed'), is_on_its_way: true }, 'in_progress', true],
  ['has arrived', over('executed'), 'executed', true],
  ['came back', over('returned'), 'returned', true],
  ['could not be carried out', { ...over('rejected'), reason_code: 'funds' }, 'rejected', true],
  ['ended with its payee', { ...over('rejected'), reason_code: 'payee_removed' }, 'cancelled', true],
  ['was refused by a validator', refused, 'refused', true],
  ['was signed by nobody in time', { ...refused, reason_code: 'expired' }, 'cancelled', true],
  ['was taken back before it was signed', { ...waiting, execution_status: 'cancelled' }, 'cancelled', true],
  ['was taken back after it was signed', over('cancelled'), 'cancelled', true],
  ['is a series that goes on', { ...signed, type: 'periodic' }, 'active', true],
  ['is a series whose date is tried again', { ...signed, type: 'periodic', is_past: true }, 'late', true],
  ['is a series that is paused', { ...over('paused'), type: 'periodic' }, 'paused', false],
  [
    'is a paused series whose payee changes',
    { ...over('paused'), type: 'periodic', suspended: 'payee_change' },
    'suspended',
    false,
  ],
  ['is a series that is over', { ...over('ended'), type: 'periodic' }, 'ended', true],
]

describe('the status of an order', () => {
  it.each(table)('that %s', (_what, state, status, isDated) => {
    expect([transferStatus(state), hasDay(state)]).toEqual([status, isDated])
  })

  it('is in the table for each possible value', () => {
    expect(new Set(table.map(([, , status]) => status))).toEqual(new Set(transferStatuses))
  })

  it('has a distinct label in both languages, with tone and icon', () => {
    for (const language of ['fr', 'en'] as const)
      expect(new Set(transferStatuses.map((status) => transferStatusLabels[status][language])).size).toBe(
        transferStatuses.length,
      )
    expect(transferStatusLabels.refused).toEqual({ fr: 'Refusé', en: 'Refused', tone: 'danger', icon: 'refused' })
  })

  it('has a number of days when late', () => {
    expect([daysLate('2026-11-19', '2026-11-22'), daysLate('2026-11-22', '2026-11-22')]).toEqual([3, 0])
    expect([lateBy(3), lateBy(1).fr, lateBy(1).en]).toEqual([
      { fr: 'En retard de 3 jours', en: '3 days late' },
      'En retard de 1 jour',
      '1 day late',
    ])
  })
})

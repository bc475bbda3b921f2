import { expect, it } from 'vitest'
import { closedDaysOf } from './closed-day-rules.ts'

it('answers the next business day of the bank, and for transfers to a country that of both', () => {
  // A Friday and a Monday at home, the Tuesday after it in Côte d'Ivoire, and a Sunday there.
  const holidays = new Set(['2027-08-06', '2027-08-09', 'CI 2027-08-10', 'CI 2027-08-15'])
  expect(closedDaysOf(holidays)).toEqual([
    { country: null, day: '2027-08-06', next: '2027-08-10' },
    { country: null, day: '2027-08-09', next: '2027-08-10' },
    { country: 'CI', day: '2027-08-06', next: '2027-08-11' },
    { country: 'CI', day: '2027-08-09', next: '2027-08-11' },
    { country: 'CI', day: '2027-08-10', next: '2027-08-11' },
  ])
})

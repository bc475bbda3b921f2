import { expect, it } from 'vitest'
import { fromView, toView } from './view-filter.ts'

const november = new Date('2026-11-21T12:00:00Z')

it('stores a named period by its name, so that its days follow the current date', () => {
  const view = toView({ search: 'senelec', from: '2026-11-01', to: '2026-11-30', sign: undefined }, november)
  expect(view).toEqual({ search: 'senelec', period: 'month' })
  expect(fromView(view, new Date('2027-02-03T12:00:00Z'))).toEqual({
    search: 'senelec',
    from: '2027-02-01',
    to: '2027-02-28',
  })
})

it('stores other days, amounts and categories unchanged', () => {
  const filter = { from: '2026-11-03', min: 5_000, categories: 'a,b', documents: 'with' as const }
  const view = toView(filter, november)
  expect(view).toEqual({ from: '2026-11-03', min: 5_000, categories: ['a', 'b'], documents: 'with' })
  expect(fromView(view, november)).toEqual(filter)
  expect(toView({ categories: '', from: '' }, november)).toEqual({})
})

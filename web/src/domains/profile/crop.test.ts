import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Crop, moved, positionUnder, sideOf, wholePicture, within } from './crop.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) })
const crop = fc.record({
  x: fc.double({ min: -2, max: 3, noNaN: true }),
  y: fc.double({ min: -2, max: 3, noNaN: true }),
  zoom: fc.double({ min: 0, max: 9, noNaN: true }),
})

it('starts with the largest square in the middle', () => {
  expect(sideOf({ width: 400, height: 300 }, wholePicture)).toBe(300)
  expect(positionUnder({ width: 400, height: 300 }, wholePicture, 150)).toEqual({
    width: 200,
    height: 150,
    left: -25,
    top: 0,
  })
})

it('moves by a share of the visible part, and stops at the edge', () => {
  const landscape = { width: 400, height: 200 }
  expect(moved(landscape, wholePicture, 0.25, 0)).toEqual({ x: 0.625, y: 0.5, zoom: 1 })
  expect(moved(landscape, wholePicture, 9, 9)).toEqual({ x: 0.75, y: 0.5, zoom: 1 })
})

it('never extends beyond the picture', () => {
  fc.assert(
    fc.property(size, crop, (picture, input: Crop) => {
      const index = positionUnder(picture, within(picture, input), 240)
      expect(index.left).toBeLessThanOrEqual(0.001)
      expect(index.top).toBeLessThanOrEqual(0.001)
      expect(index.left + index.width).toBeGreaterThanOrEqual(239.999)
      expect(index.top + index.height).toBeGreaterThanOrEqual(239.999)
    }),
  )
})

import { expect, it } from 'vitest'

it('is the only box: no part of the portal shows the browser’s own', () => {
  const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const native = Object.keys(sources).filter((name) => sources[name]?.includes('type="checkbox"'))
  expect(native).toEqual(['./Checkbox.tsx'])
})

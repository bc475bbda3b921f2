import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shareFile } from './share-file.ts'
import { saveFile } from './save-file.ts'

vi.mock(import('./save-file.ts'), () => ({ saveFile: vi.fn<() => void>() }))
const file = { name: 'Preuve.pdf', content: new Blob(['%PDF'], { type: 'application/pdf' }) }
const shared: File[] = []
const device = (share: (() => Promise<void>) | null) =>
  vi.stubGlobal('navigator', {
    ...(share && {
      canShare: ({ files }: { files: File[] }) => files.length === 1,
      share: ({ files }: { files: File[] }) => {
        shared.push(...files)
        return share()
      },
    }),
  })

beforeEach(() => void shared.splice(0))
afterEach(() => vi.clearAllMocks())

it('shares the file under its name by the sheet of the device', async () => {
  device(() => Promise.resolve())
  expect(await shareFile(file, 'Preuve')).toBe('shared')
  expect(shared.map(({ name, type }) => [name, type])).toEqual([['Preuve.pdf', 'application/pdf']])
  expect(saveFile).not.toHaveBeenCalled()
})

it('saves nothing if the user closes the sheet', async () => {
  device(() => Promise.reject(new DOMException('', 'AbortError')))
  expect(await shareFile(file, 'Preuve')).toBe('closed')
  expect(saveFile).not.toHaveBeenCalled()
})

it('saves the file without a sheet, and if the browser refuses to open it', async () => {
  device(null)
  expect(await shareFile(file, 'Preuve')).toBe('saved')
  device(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  expect(await shareFile(file, 'Preuve')).toBe('saved')
  expect(saveFile).toHaveBeenCalledTimes(2)
})

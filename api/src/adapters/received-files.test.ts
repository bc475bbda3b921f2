import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { takeFiles } from './received-files.ts'

it('keeps a note beside each refused file, also beside two files of the same name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'received-'))
  const refuse = async (why: string) => {
    const path = join(folder, 'A.xml')
    await writeFile(path, why)
    // Old enough not to be written any more.
    await utimes(path, 0, 0)
    expect(await takeFiles(folder, async () => ({ outcome: 'refused', why }))).toBe(1)
  }
  await refuse('wrong sum')
  await refuse('wrong currency')
  const refused = join(folder, 'refused')
  const files = (await readdir(refused)).filter((name) => name.endsWith('.xml'))
  expect(files).toHaveLength(2)
  for (const name of files) {
    const why = await readFile(join(refused, name), 'utf8')
    expect(await readFile(join(refused, `${name}.reason.txt`), 'utf8')).toBe(`The file was not applied: ${why}.\n`)
  }
  await rm(folder, { recursive: true })
})

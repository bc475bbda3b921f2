import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { takeFiles } from './received-files.ts'

it('keeps a note beside each refused file, also beside two files of the same name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'received-'))
  const refuse = async (reason: string) => {
    const path = join(folder, 'A.xml')
    await writeFile(path, reason)
    // Old enough not to be written any more.
    await utimes(path, 0, 0)
    expect(await takeFiles(folder, async () => ({ outcome: 'refused', reason }))).toBe(1)
  }
  await refuse('wrong sum')
  await refuse('wrong currency')
  const refused = join(folder, 'refused')
  const files = (await readdir(refused)).filter((name) => name.endsWith('.xml'))
  expect(files).toHaveLength(2)
  for (const name of files) {
    const reason = await readFile(join(refused, name), 'utf8')
    expect(await readFile(join(refused, `${name}.reason.txt`), 'utf8')).toBe(`The file was not applied: ${reason}.\n`)
  }
  await rm(folder, { recursive: true })
})

it('processes the files after one that fails, and reports the failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'received-'))
  for (const name of ['1.xml', '2.xml', '3.xml']) await writeFile(join(folder, name), name)
  const broken = new Error('the database does not take it')
  const taking = takeFiles(folder, async (name) => {
    if (name === '2.xml') throw broken
    return { outcome: 'applied', remarks: [] }
  })
  await expect(taking).rejects.toMatchObject({ message: 'the file 2.xml could not be processed', cause: broken })
  expect((await readdir(join(folder, 'done'))).toSorted()).toEqual(['1.xml', '3.xml'])
  expect(await readFile(join(folder, '2.xml'), 'utf8')).toBe('2.xml')

  const away = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
  await writeFile(join(folder, '3.xml'), '3.xml')
  const tried: string[] = []
  const waiting = takeFiles(folder, async (name) => {
    tried.push(name)
    throw away
  })
  await expect(waiting).rejects.toBe(away)
  expect(tried).toEqual(['2.xml'])
  await rm(folder, { recursive: true })
})

it('leaves no note of its own beside a file that another worker has moved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'received-'))
  const done = join(folder, 'done')
  await mkdir(done)
  await writeFile(join(folder, 'A.xml'), 'A')
  const taken = await takeFiles(folder, async () => {
    await writeFile(join(done, 'A.xml.reason.txt'), 'T-1: AC01\n')
    await rename(join(folder, 'A.xml'), join(done, 'A.xml'))
    return { outcome: 'repeated', remarks: ['T-1: AC01'] }
  })
  expect(taken).toBe(0)
  expect((await readdir(done)).toSorted()).toEqual(['A.xml', 'A.xml.reason.txt'])
  await rm(folder, { recursive: true })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { canEnter } from '../embedded/account.ts'
import { copyTo } from '../embedded/binaries.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

it.runIf(process.getuid?.() === 0)(
  'copies the programs from a private folder to one that another user can execute from',
  () => {
    const closed = mkdtempSync(join(tmpdir(), 'connect-closed-'))
    const home = makeTemporaryFolder('connect-home')
    mkdirSync(join(closed, 'native/bin'), { recursive: true })
    mkdirSync(join(closed, 'native/lib'))
    writeFileSync(join(closed, 'native/bin/postgres'), '', { mode: 0o755 })
    writeFileSync(join(closed, 'native/pg-symlinks.json'), '[]')
    expect(canEnter(NOBODY, join(closed, 'native/bin'))).toBe(false)
    expect(canEnter(NOBODY, join(copyTo(home, closed, '1.0.0'), 'native/bin'))).toBe(true)
    for (const folder of [closed, home]) rmSync(folder, { recursive: true })
  },
)

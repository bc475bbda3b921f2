// PostgreSQL refuses to run as root. Started by root, it runs as an account that owns nothing else.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { PlainProblem } from '../plain-problem.ts'

export type Account = { uid: number; gid: number }

function accountsOfThisMachine(): (Account & { name: string })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function ownerOfNearest(folder: string): number {
  return existsSync(folder) ? statSync(folder).uid : ownerOfNearest(dirname(folder))
}

/** The account that PostgreSQL shall run as, or null when it may run as the one we are. */
export function accountFor({ cluster, dataDir }: { cluster: string; dataDir: string }): Account | null {
  const ours = process.getuid?.()
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (ours !== 0) {
    if (owner && owner.uid !== ours)
      throw new PlainProblem(
        `The database in ${cluster} belongs to another account (uid ${owner.uid}): start as that account or as root, or set DATA_DIR to another folder.`,
      )
    return null
  }
  // Whoever owns the files goes on owning them, even when a better account appears on the machine later.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const known = accountsOfThisMachine()
  const person = ownerOfNearest(dataDir)
  // With sudo in one's own folder the files should stay one's own, so that the next start needs no sudo.
  const account =
    known.find(({ uid }) => uid === person && uid !== 0) ??
    known.find(({ name }) => name === 'postgres') ??
    known.find(({ name }) => name === 'nobody')
  if (!account)
    throw new PlainProblem(
      'PostgreSQL may not run as root and this machine has no account named postgres or nobody: start as an ordinary user.',
    )
  return { uid: account.uid, gid: account.gid }
}

/** Whether that account can enter the folder. A shell is asked, because only the system knows all of its own rules. */
export function canEnter(account: Account | null, folder: string): boolean {
  if (!account) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

export function giveTo(account: Account | null, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

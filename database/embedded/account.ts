// Finds the account for PostgreSQL, which refuses to run as root. Started by root, it runs as an account that owns nothing else.
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

/** The account that PostgreSQL must run as, or null for the current one. */
export function accountFor({ cluster, dataDir }: { cluster: string; dataDir: string }): Account | null {
  const currentUid = process.getuid?.()
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (currentUid !== 0) {
    if (owner && owner.uid !== currentUid)
      throw new PlainProblem(
        `The database in ${cluster} belongs to another account (uid ${owner.uid}): start as that account or as root, or set DATA_DIR to another folder.`,
      )
    return null
  }
  // The owner of the files stays their owner, even if a better account is created later.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const known = accountsOfThisMachine()
  const person = ownerOfNearest(dataDir)
  // With sudo in a user's own folder the files should stay the user's, so that the next start needs no sudo.
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

/** Whether that account can enter the folder. A shell tests it, because only the system knows all of its rules. */
export function canEnter(account: Account | null, folder: string): boolean {
  if (!account) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

export function giveTo(account: Account | null, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

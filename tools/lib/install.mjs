// Installs the dependencies. Plain JavaScript that old versions of Node can run: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}

function isForThisMachine({ os, cpu, libc }) {
  if (libc) return false // npm selects the C library; nothing we call directly depends on it
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
}

/** Whether node_modules matches the lockfile. npm records there what it installed. */
export function isInstalled(root) {
  const wanted = readLock(join(root, 'package-lock.json'))
  const installed = readLock(join(root, 'node_modules/.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.extraneous || !isForThisMachine(entry)) return true
    const found = installed[path]
    return found ? found.version === entry.version : entry.optional === true && !entry.os
  })
}

export function installWhatIsMissing(root) {
  if (isInstalled(root)) return
  console.error('Installing what is missing (npm ci, about a minute the first time)...')
  // No install script of any package is needed, and none is allowed to run.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit' })
  if (error || status !== 0)
    throw new Error('The packages could not be installed (npm ci failed): see above, put it right and start again.')
}

// Tells why a program ended that had not done its work. Plain JavaScript: it is needed before anything is installed.

/**
 * A program that fails has printed why. One that a signal ended has not: without memory, the kernel sends SIGKILL.
 * @param {string | null} signal the signal that ended it, if any
 */
export function exitReason(signal) {
  if (signal === null) return 'see above'
  return `it was ended by ${signal}${signal === 'SIGKILL' ? ', perhaps because this machine has too little memory' : ''}`
}

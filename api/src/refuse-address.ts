// Explains why a process cannot listen on an address, with the settings that name it.
import { ConfigError } from './config.ts'

type Address = { port: number; host: string }
type Settings = { port: string; host: string }

const reasons: Record<string, (settings: Settings, address: Address) => string> = {
  EADDRINUSE: (settings, { port }) => `${settings.port} must be a free port: ${port} is taken by another program.`,
  EACCES: (settings, { port }) => `${settings.port} must be a port that this account may use, not ${port}.`,
  EADDRNOTAVAIL: (settings, { host }) => `${settings.host} must be an address of this machine, not "${host}".`,
  ENOTFOUND: (settings, { host }) => `${settings.host} must be an address of this machine, not "${host}".`,
}

/** Answers the handler of a failed `listen`: it throws a ConfigError that names the wrong setting, or the error itself. */
export const refuseAddress =
  (settings: Settings, address: Address) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = reasons[code]?.(settings, address)
    if (reason === undefined) throw error
    throw new ConfigError(reason, { cause: error })
  }

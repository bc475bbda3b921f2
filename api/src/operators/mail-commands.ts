// Shows operators the e-mails that did not leave.
import { listUnsent } from '../domains/notifications/mail-queue.ts'
import type { Command } from './command.ts'

const MAX = 200

export const mailCommands: readonly Command[] = [
  {
    name: 'mails unsent',
    summary:
      'Lists the e-mails of the last week that did not leave, with the reason: tried again, or given up after a day.',
    run: async ({ db }) => ({
      rows: (await listUnsent(db, MAX)).map(({ created_at, next_try_at, ...mail }) => ({
        written: created_at.toISOString(),
        ...mail,
        next_try: next_try_at?.toISOString() ?? null,
      })),
      said: 'An e-mail without a next try was given up: tell its reader in another way, and correct the address.',
    }),
  },
]

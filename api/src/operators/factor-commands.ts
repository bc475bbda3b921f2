// Commands for the second factors of users, and for the parameters of the bank.
import { Language } from 'contract/language.ts'
import * as z from 'zod/mini'
import { getBankIdentity } from '../domains/bank/bank-identity-store.ts'
import { deleteDevicesOf } from '../domains/factors/device-store.ts'
import {
  deleteOneTimeCodes,
  lockUser,
  refreshFactors,
  replaceRecoveryCodes,
} from '../domains/factors/one-time-code-store.ts'
import { deletePasskeysOf } from '../domains/factors/passkey-store.ts'
import { queueMail } from '../domains/notifications/mail-queue.ts'
import { factorChangedMail } from '../domains/profile/factor-mails.ts'
import { endSessionsOf } from '../domains/session/session-store.ts'
import { transaction } from '../db/transaction.ts'
import { newId } from '../adapters/ids.ts'
import { type Command, read, recordAct, WholeNumber } from './command.ts'
import { Refused } from '../refused.ts'
import {
  deleteFactorReset,
  findFactorReset,
  listParameters,
  lockParameters,
  updateFactorsReset,
  updateParameter,
  upsertFactorReset,
} from './factor-store.ts'
import { boundsOf } from './parameter-bounds.ts'
import { findUser } from './people-store.ts'

/** The second operator acts within a day; after that the request begins anew. */
const VALID_MS = 24 * 3_600_000

export const factorCommands: readonly Command[] = [
  {
    name: 'factors reset',
    summary: 'Removes all second factors and devices of a user who has lost them. Two operators must ask for it.',
    operands: ['login'],
    run: ({ db, clock, operator }, { operands: [login = ''] }) =>
      transaction(db, async (tx) => {
        const now = clock.now()
        const user = await findUser(tx, login)
        if (!user) throw new Refused(`there is no user ${login}`)
        await lockUser(tx, user.id)
        const request = await findFactorReset(tx, user.id)
        const isOpen = request !== null && now.getTime() - request.requested_at.getTime() < VALID_MS
        if (!isOpen || request.requested_by === operator) {
          await upsertFactorReset(tx, { user_id: user.id, requested_by: operator, requested_at: now })
          await recordAct(tx, { clock }, { action: 'factors.request-reset', subject_id: user.id, facts: { login } })
          return { rows: [], said: `A second operator must run the same command for ${login} within 24 hours.` }
        }
        await deletePasskeysOf(tx, user.id)
        await deleteOneTimeCodes(tx, user.id)
        await replaceRecoveryCodes(tx, user.id, [])
        await deleteDevicesOf(tx, user.id)
        await refreshFactors(tx, user.id)
        await updateFactorsReset(tx, user.id, now)
        await endSessionsOf(tx, user.id, { but: null, now })
        await deleteFactorReset(tx, user.id)
        const facts = { login, requested_by: request.requested_by }
        await recordAct(tx, { clock }, { action: 'factors.reset', subject_id: user.id, facts })
        if (user.email !== null) {
          const to = { ...user, email: user.email, lang: read(Language, user.lang, 'lang') }
          const event = { at: now, address: null, change: { action: 'factors.reset' as const } }
          await queueMail(tx, factorChangedMail(to, await getBankIdentity(tx), event), now)
        }
        return { rows: [], said: `The second factors of ${login} were removed, and the sessions ended.` }
      }),
  },
  {
    name: 'parameters list',
    summary: 'Lists the parameters of the bank, with what they mean.',
    run: async ({ db }) => ({ rows: await listParameters(db) }),
  },
  {
    name: 'parameters set',
    summary: 'Sets a parameter of the bank. It counts from the next request on.',
    operands: ['name', 'value'],
    run: ({ db, clock }, { operands: [name = '', typed] }) =>
      transaction(db, async (tx) => {
        const value = read(WholeNumber, typed, 'value')
        const parameters = await lockParameters(tx)
        const known = parameters.find((one) => one.name === name)
        // The mark of a bank of invented customers has no bounds: no operator turns a real bank into a demo.
        const bounds = boundsOf(name, new Map(parameters.map((one) => [one.name, one.value])))
        if (!known || !bounds) throw new Refused(`there is no parameter ${read(z.string(), name, 'name')}`)
        const [least, greatest] = bounds
        if (value < least || value > greatest) throw new Refused(`${name} is from ${least} to ${greatest}`)
        await updateParameter(tx, name, value)
        await recordAct(
          tx,
          { clock },
          { action: 'parameters.set', subject_id: newId(), facts: { name, before: known.value, after: value } },
        )
        return { rows: [{ name, before: known.value, value }], said: `${name} is ${value} now.` }
      }),
  },
]

// Lists the columns of passkeys, one-time codes, recovery codes and devices.
import type { SigningOptions } from 'contract/access/factors.ts'
import {
  bigint,
  boolean,
  bytea,
  except,
  inet,
  nullable,
  only,
  type RowOf,
  table,
  text,
  texts,
  timestamp,
  uuid,
} from '../../db/columns.ts'

type Transport = NonNullable<SigningOptions['allowCredentials'][number]['transports']>[number]

export const passkeys = table('passkeys', {
  id: uuid(),
  user_id: uuid(),
  credential_id: bytea(),
  public_key: bytea(),
  counter: bigint(),
  transports: texts<Transport>(),
  is_synced: boolean(),
  name: text(),
  created_at: timestamp(),
  last_used_at: nullable(timestamp()),
})
export type PasskeyRow = RowOf<typeof passkeys>
export const newPasskeys = except(passkeys, 'last_used_at')

export const passkeyChallenges = table('passkey_challenges', {
  challenge_hash: bytea(),
  purpose: text<'add' | 'sign_in' | 'confirm'>(),
  session_id: nullable(uuid()),
  operation_hash: nullable(text()),
  expires_at: timestamp(),
})
export type NewChallenge = RowOf<typeof passkeyChallenges>

export const oneTimeCodes = table('one_time_codes', {
  user_id: uuid(),
  secret: nullable(bytea()),
  last_period: bigint(),
  active_since: nullable(timestamp()),
  next_secret: nullable(bytea()),
  next_expires_at: nullable(timestamp()),
})
export const readOneTimeCodes = except(oneTimeCodes, 'user_id')
export type OneTimeCodeRow = RowOf<typeof readOneTimeCodes>

export const devices = table('devices', {
  id: uuid(),
  user_id: uuid(),
  secret_hash: bytea(),
  user_agent: nullable(text()),
  created_at: timestamp(),
  last_seen_at: timestamp(),
  address: nullable(inet()),
})
export const readDevices = except(devices, 'user_id', 'secret_hash')
export type DeviceRow = RowOf<typeof readDevices>

export const pendingSignIns = table('pending_sign_ins', {
  token_hash: bytea(),
  user_id: uuid(),
  address: nullable(inet()),
  user_agent: nullable(text()),
  created_at: timestamp(),
  expires_at: timestamp(),
  link_hash: nullable(bytea()),
  allowed_at: nullable(timestamp()),
  ended_at: nullable(timestamp()),
})
export const newPendingSignIns = except(pendingSignIns, 'allowed_at', 'ended_at')
export const waitingSignIns = only(pendingSignIns, 'user_id', 'address', 'user_agent', 'created_at', 'allowed_at')
export type WaitingSignIn = RowOf<typeof waitingSignIns>

// Lists the columns of users, their sessions and the links by which they set a password.
import type { Factor } from 'contract/access/factors.ts'
import type { ConfirmationMethod, User } from 'contract/access/session.ts'
import {
  boolean,
  bytea,
  except,
  inet,
  nullable,
  only,
  type RowOf,
  smallint,
  table,
  text,
  texts,
  timestamp,
  uuid,
} from '../../db/columns.ts'

export const users = table('users', {
  id: uuid(),
  login: text(),
  /** Empty before the first password. */
  password_hash: nullable(text()),
  must_change_password: boolean(),
  first_name: text(),
  last_name: text(),
  email: nullable(text()),
  phone: nullable(text()),
  lang: text<User['lang']>(),
  theme: text<User['theme']>(),
  created_at: timestamp(),
  factors: texts<Factor>(),
  factor_due_at: nullable(timestamp()),
  factors_reset_at: nullable(timestamp()),
})
export const readUsers = except(users, 'created_at')
export type UserRow = RowOf<typeof readUsers>

/** The columns that an operator reads. */
export const people = only(users, 'id', 'login', 'first_name', 'last_name', 'email', 'phone', 'lang')

/** The columns of an invited user: the others have their defaults. */
export const newUsers = only(users, 'id', 'login', 'first_name', 'last_name', 'email', 'lang', 'created_at')
export const invitees = except(newUsers, 'email', 'created_at')

/** The columns by which an e-mail addresses a user. */
export const addressees = only(users, 'lang', 'first_name', 'email')
export type Addressee = RowOf<typeof addressees>

export const sessions = table('sessions', {
  id: uuid(),
  user_id: uuid(),
  cookie_hash: bytea(),
  created_at: timestamp(),
  last_active_at: timestamp(),
  expires_at: timestamp(),
  ended_at: nullable(timestamp()),
  address: nullable(inet()),
  user_agent: nullable(text()),
  device_id: nullable(uuid()),
})
export const newSessions = except(sessions, 'ended_at')
export const readSessions = except(sessions, 'user_id', 'cookie_hash')
export type SessionRow = RowOf<typeof readSessions>

export const confirmations = table('confirmations', {
  token_hash: bytea(),
  session_id: uuid(),
  operation_hash: text(),
  created_at: timestamp(),
  expires_at: timestamp(),
  used_at: nullable(timestamp()),
  method: text<ConfirmationMethod>(),
})
export const newConfirmations = except(confirmations, 'used_at')
export type NewConfirmation = RowOf<typeof newConfirmations>

export const emailChanges = table('email_changes', {
  user_id: uuid(),
  email: text(),
  salt: bytea(),
  code_hash: bytea(),
  expires_at: timestamp(),
  tries: smallint(),
})
export type EmailChange = RowOf<typeof emailChanges>

export const passwordTokens = table('password_tokens', {
  token_hash: bytea(),
  user_id: uuid(),
  created_at: timestamp(),
  expires_at: timestamp(),
  used_at: nullable(timestamp()),
})
export const newPasswordTokens = except(passwordTokens, 'used_at')
export type NewPasswordToken = RowOf<typeof newPasswordTokens>

export const passwordRequests = table('password_requests', {
  id: uuid(),
  login: text(),
  address: nullable(inet()),
  asked_at: timestamp(),
})
export const takenRequests = only(passwordRequests, 'login', 'asked_at')
export type PasswordRequest = RowOf<typeof takenRequests>

export const userPictures = table('user_pictures', {
  user_id: uuid(),
  content: bytea(),
  version: uuid(),
  updated_at: timestamp(),
})
/** The columns that a new picture replaces. */
export const replacedPictures = except(userPictures, 'user_id')

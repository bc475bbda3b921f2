import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Id, line } from '../values/text.ts'

/** A second factor: a passkey (WebAuthn), or a one-time code of an application (TOTP, RFC 6238). */
export const factors = ['passkey', 'code'] as const
export const Factor = z.enum(factors)
export type Factor = z.infer<typeof Factor>

/** What a person has when all their devices are lost: each works once. */
export const RECOVERY_CODES = 10

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/, 'invalid'), z.maxLength(max, 'invalid'))
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Transports = z.array(z.enum(transports)).check(z.maxLength(10, 'invalid'))
const attachments = ['platform', 'cross-platform'] as const

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.exactOptional(z.enum(attachments)),
  clientExtensionResults: z.record(z.string(), z.unknown()),
}

/** The answer of the browser to a request for a new passkey, in WebAuthn's own JSON form (RegistrationResponseJSON). */
const NewCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    authenticatorData: z.exactOptional(base64url(4096)),
    publicKey: z.exactOptional(base64url(4096)),
    publicKeyAlgorithm: z.exactOptional(z.int()),
    transports: z.exactOptional(Transports),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** The answer of the browser to a request for a signature, in WebAuthn's own JSON form (AuthenticationResponseJSON). */
export const SignedChallenge = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: z.exactOptional(base64url(128)),
  }),
})
export type SignedChallenge = z.infer<typeof SignedChallenge>

const CredentialDescriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.exactOptional(z.array(z.enum(transports))),
})

/** The request for a new passkey (PublicKeyCredentialCreationOptionsJSON). */
const CreationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(CredentialDescriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** The request for a signature (PublicKeyCredentialRequestOptionsJSON). */
export const SigningOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(CredentialDescriptor),
  userVerification: z.literal('required'),
})
export type SigningOptions = z.infer<typeof SigningOptions>

/** Six digits of the application, or a recovery code; spaces and hyphens are ignored. */
export const OneTimeCode = z
  .string('code_missing')
  .check(z.minLength(1, 'code_missing'), z.maxLength(40, 'code_invalid'), z.regex(/^[\dA-Za-z -]+$/, 'code_invalid'))

const PasskeyName = line(1, 60)

export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  created_at: UnixSeconds,
  last_used_at: z.nullable(UnixSeconds),
  /** It is copied between the person's devices by the maker of their system. */
  is_synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const Factors = z.strictObject({
  passkeys: z.array(Passkey),
  /** Since when the application gives codes; null without one. */
  code_since: z.nullable(UnixSeconds),
  recovery_codes_left: z.int(),
})
export type Factors = z.infer<typeof Factors>

const RecoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) })

export const getFactors = endpoint({
  method: 'GET',
  path: '/user/factors',
  summary: "Returns the user's passkeys, one-time codes and remaining recovery codes",
  scope: 'user',
  answer: Factors,
})

export const preparePasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys/options',
  summary: 'Returns the request for a new passkey, valid for five minutes',
  scope: 'user',
  answer: CreationOptions,
  isConfirmed: true,
  refusals: ['too_many_passkeys'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys',
  summary: 'Stores a new passkey; the first factor of a user comes with ten recovery codes, shown once',
  scope: 'user',
  body: z.strictObject({ name: PasskeyName, credential: NewCredential }),
  answer: z.strictObject({ passkey: Passkey, recovery_codes: z.nullable(z.array(z.string())) }),
  status: 201,
  refusals: ['passkey_rejected', 'passkey_known'],
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/user/passkeys/:id',
  summary: 'Renames a passkey',
  scope: 'user',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ name: PasskeyName }),
  refusals: ['not_found'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/user/passkeys/:id',
  summary: 'Removes a passkey',
  scope: 'user',
  params: z.strictObject({ id: Id }),
  isConfirmed: true,
  refusals: ['not_found'],
})

export const prepareCodes = endpoint({
  method: 'POST',
  path: '/user/one-time-codes',
  summary:
    'Returns a new secret for an application of one-time codes; it replaces the former one when a code of it is sent',
  scope: 'user',
  answer: z.strictObject({ secret: z.string(), uri: z.string() }),
  isConfirmed: true,
})

export const activateCodes = endpoint({
  method: 'PUT',
  path: '/user/one-time-codes',
  summary: 'Activates the new secret with one of its codes; the first factor of a user comes with ten recovery codes',
  scope: 'user',
  body: z.strictObject({ code: OneTimeCode }),
  answer: z.strictObject({ recovery_codes: z.nullable(z.array(z.string())) }),
  refusals: ['wrong_code', 'codes_not_prepared'],
})

export const removeCodes = endpoint({
  method: 'DELETE',
  path: '/user/one-time-codes',
  summary: 'Ends the one-time codes of the application',
  scope: 'user',
  isConfirmed: true,
  refusals: ['not_found'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/recovery-codes',
  summary: 'Returns ten new recovery codes; the former ones no longer work',
  scope: 'user',
  answer: RecoveryCodes,
  isConfirmed: true,
  refusals: ['factor_missing'],
})

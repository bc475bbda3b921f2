// Creates and uses passkeys through the browser (WebAuthn). Loaded with its first use.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { CreationOptions, NewCredential, SignedChallenge, SigningOptions } from 'contract/access/factors.ts'

/**
 * Asks the browser for a new passkey. Rejects where the user gives up, or the browser has none to offer. The library types are wider than
 * the contract, which names what the server accepts; the server checks each field.
 */
export const createPasskey = async (options: CreationOptions): Promise<NewCredential> =>
  (await startRegistration({ optionsJSON: options })) as NewCredential

/** Asks the browser for the signature of a passkey. Rejects where the user gives up. */
export const signWithPasskey = async (options: SigningOptions): Promise<SignedChallenge> =>
  (await startAuthentication({ optionsJSON: options })) as SignedChallenge

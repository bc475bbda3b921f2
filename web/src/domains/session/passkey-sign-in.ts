import { prepareSignIn, signInByPasskey } from 'contract/access/second-step.ts'
import type { User } from 'contract/access/session.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { call } from '../../lib/api/call.ts'
import { translate } from '../../lib/language.ts'
import { signWithPasskey } from '../../lib/passkeys.ts'

const unused = {
  fr: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
  en: 'No passkey was used. Try again, or sign in another way.',
}

/** Opens a session with a passkey that the user chooses in the dialog of their browser. */
export async function signInWithPasskey(): Promise<User> {
  const { answer: options } = await call(prepareSignIn, {})
  const credential = await signWithPasskey(options).catch(() => {
    throw new CallError(0, 'passkey_unused', translate(unused))
  })
  return (await call(signInByPasskey, { body: { credential } })).answer
}

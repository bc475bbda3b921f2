import { useLingui } from '@lingui/react/macro'
import { type SignedChallenge, type SigningOptions } from 'contract/access/factors.ts'
import { prepareConfirmation } from 'contract/access/session.ts'
import { useEffect, useRef } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { call } from '../../lib/api/call.ts'

type Prepared = { options: SigningOptions; sign: (options: SigningOptions) => Promise<SignedChallenge> }

async function prepare(operation_hash: string): Promise<Prepared> {
  const [{ answer: options }, { signWithPasskey: sign }] = await Promise.all([
    call(prepareConfirmation, { body: { operation_hash } }),
    import('../../lib/passkeys.ts'),
  ])
  return { options, sign }
}

/**
 * Signs the operation with a passkey. Its challenge is fetched when the dialog opens: browsers want the request right after the touch.
 * Each challenge is used once.
 */
export function usePasskeySignature(operation_hash: string, isChosen: boolean): () => Promise<SignedChallenge> {
  const { t } = useLingui()
  const ready = useRef<Promise<Prepared> | null>(null)
  useEffect(() => {
    if (!isChosen || ready.current) return
    ready.current = prepare(operation_hash)
    // A failure is reported when the user signs: the request is then repeated.
    ready.current.catch(() => (ready.current = null))
  }, [isChosen, operation_hash])
  return async () => {
    const { options, sign } = await (ready.current ?? prepare(operation_hash))
    ready.current = null
    try {
      return await sign(options)
    } catch {
      throw new CallError(0, 'passkey_unused', t`La clé d’accès n’a pas été utilisée. Réessayez.`)
    }
  }
}

import { useLingui } from '@lingui/react/macro'
import type { RulesInForce, SigningRules } from 'contract/transfers/signing-rules.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useSetRules } from './signing-queries.ts'

/**
 * Sends changed rules, and reports whether they apply or wait for a second administrator. They are a change of the rules that were in force
 * when the dialog opened: rules that somebody else has set since are not overwritten.
 */
export function useSendRules(inForce: RulesInForce, onDone: () => void) {
  const { t } = useLingui()
  const set = useSetRules()
  const [version] = useState(inForce.version)
  const send = (rules: SigningRules) =>
    set.mutate(
      { body: { version, ...rules } },
      {
        onSuccess: ({ answer }) => {
          onDone()
          announce(
            answer.state === 'done'
              ? t`Les règles ont été enregistrées.`
              : answer.state === 'waiting'
                ? t`Un autre administrateur doit accepter ces règles.`
                : t`Ces règles prendront effet le prochain jour ouvré.`,
          )
        },
      },
    )
  return { send, call: set }
}

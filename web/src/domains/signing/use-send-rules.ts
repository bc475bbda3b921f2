import { useLingui } from '@lingui/react/macro'
import type { RulesInForce, SigningRules } from 'contract/transfers/signing-rules.ts'
import { announce } from '../../lib/banners.ts'
import { useSetRules } from './signing-queries.ts'

/** Sends changed rules, and reports whether they apply or wait for a second administrator. */
export function useSendRules({ version }: RulesInForce, onDone: () => void) {
  const { t } = useLingui()
  const set = useSetRules()
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

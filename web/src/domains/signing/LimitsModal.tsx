import { Trans, useLingui } from '@lingui/react/macro'
import {
  type LimitPeriod,
  limitPeriods,
  type RulesInForce,
  type TransferLimit,
} from 'contract/transfers/signing-rules.ts'
import { useState } from 'react'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { limitsOf, withLimits } from './rules.ts'
import { RulesModal } from './RulesModal.tsx'
import { useLimitPeriods, useLimitPurposes } from './signing-labels.ts'
import { useSendRules } from './use-send-rules.ts'

type Props = {
  inForce: RulesInForce
  /** Null: the account, whoever the author is. */
  person: { user_id: string; name: string } | null
  purpose: TransferLimit['purpose']
  onClose: () => void
}

/** The maximum amounts to order or sign, per operation and per period. An empty field sets no limit. */
export function LimitsModal({ inForce, person, purpose, onClose }: Props) {
  const { t } = useLingui()
  const periods = useLimitPeriods()
  const purposes = useLimitPurposes()
  const { send, call } = useSendRules(inForce, onClose)
  const userId = person?.user_id ?? null
  const [rejections, setRejections] = useState(0)
  const [initial] = useState<Record<LimitPeriod, AmountDraft>>(() => limitsOf(inForce.rules.limits, userId, purpose))
  const [draft, setDraft] = useState(initial)
  // Read as no limit, it would allow any amount where none was meant.
  const hasZero = limitPeriods.some((period) => draft[period] === 0)
  const submit = () =>
    hasZero ? setRejections(rejections + 1) : send(withLimits(inForce.rules, userId, purpose, draft))
  return (
    <RulesModal
      title={person ? `${person.name} · ${purposes[purpose]}` : t`Plafonds du compte`}
      hasSecond={inForce.has_second}
      isCompany={inForce.is_company}
      form={{ rejections, hasProblems: hasZero, isDirty: draft !== initial, call }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        {person ? (
          <Trans>Un champ vide ne fixe pas de plafond.</Trans>
        ) : (
          <Trans>
            Un champ vide laisse le plafond de la banque, s’il y en a un. Les virements entre vos comptes ne comptent
            pas.
          </Trans>
        )}
      </p>
      {limitPeriods.map((period) => (
        <MoneyField
          key={period}
          name={period}
          label={periods[period]}
          isOptional
          currency={inForce.currency}
          value={draft[period]}
          error={
            rejections > 0 && draft[period] === 0
              ? t`Un plafond est supérieur à zéro. Pour n’en fixer aucun, laissez le champ vide.`
              : null
          }
          onChange={(amount) => setDraft({ ...draft, [period]: amount })}
        />
      ))}
    </RulesModal>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { RulesInForce } from 'contract/transfers/signing-rules.ts'
import { useState } from 'react'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { RulesModal } from './RulesModal.tsx'
import { useSendRules } from './use-send-rules.ts'

/** The amount above which the company requires a second factor. An empty field leaves the rule of the bank. */
export function FactorAmountModal({ inForce, onClose }: { inForce: RulesInForce; onClose: () => void }) {
  const { t } = useLingui()
  const { send, call } = useSendRules(inForce, onClose)
  const inRules = inForce.rules.factor_amount ?? null
  const [amount, setAmount] = useState<AmountDraft>(inRules)
  return (
    <RulesModal
      title={t`Double authentification`}
      hasSecond={inForce.has_second}
      isCompany={inForce.is_company}
      form={{ call, isDirty: amount !== inRules }}
      // The form is not sent while the amount is unreadable.
      onSubmit={() => send({ ...inForce.rules, factor_amount: typeof amount === 'number' ? amount : null })}
      onClose={onClose}
    >
      <p className="muted">
        <Trans>
          Au-delà de ce montant, chacun confirme par une clé d’accès ou un code, en saisissant et en signant. 0 le
          demande toujours ; un champ vide laisse la règle de la banque.
        </Trans>
      </p>
      <MoneyField
        name="factor_amount"
        label={t`Au-delà de quel montant`}
        isOptional
        currency="XOF"
        value={amount}
        onChange={setAmount}
      />
    </RulesModal>
  )
}

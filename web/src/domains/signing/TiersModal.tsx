import { Trans, useLingui } from '@lingui/react/macro'
import { MAX_TIERS, type RulesInForce, signingRuleNames, type Tier } from 'contract/transfers/signing-rules.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { RulesModal } from './RulesModal.tsx'
import { tiersOf, withTiers } from './rules.ts'
import styles from './RulesView.module.css'
import { useRuleNames, useTierKinds } from './signing-labels.ts'
import { useSendRules } from './use-send-rules.ts'

type Step = { id: number; up_to: AmountDraft; rule: Tier['rule'] }

/** The number of signatures by amount, for one kind of transfer. */
export function TiersModal({
  inForce,
  kind,
  onClose,
}: {
  inForce: RulesInForce
  kind: Tier['kind']
  onClose: () => void
}) {
  const { t } = useLingui()
  const kinds = useTierKinds()
  const names = useRuleNames()
  const { send, call } = useSendRules(inForce, onClose)
  const known = tiersOf(inForce, kind)
  const [initial] = useState<{ steps: Step[]; above: Tier['rule'] }>(() => ({
    steps: known.tiers.flatMap(({ up_to, rule }, id) => (up_to === null ? [] : [{ id, up_to, rule }])),
    above: known.tiers.find(({ up_to }) => up_to === null)?.rule ?? 'two',
  }))
  const [steps, setSteps] = useState(initial.steps)
  const [above, setAbove] = useState(initial.above)
  const [rejections, setRejections] = useState(0)
  const options = signingRuleNames.map((value) => ({ value, label: names[value] }))
  const isWrong = ({ up_to }: Step, index: number) =>
    typeof up_to !== 'number' || up_to < 1 || steps.slice(0, index).some((before) => Number(before.up_to) >= up_to)
  const change = (id: number, part: Partial<Step>) =>
    setSteps(steps.map((step) => (step.id === id ? { ...step, ...part } : step)))
  const problem =
    call.error instanceof CallError
      ? (call.error.problems.find(({ field }) => field === 'tiers')?.message ?? null)
      : null
  const submit = () => {
    if (steps.some(isWrong)) return setRejections(rejections + 1)
    const tiers: Tier[] = [
      ...steps.map(({ up_to, rule }) => ({ kind, up_to: Number(up_to), rule })),
      { kind, up_to: null, rule: above },
    ]
    send(withTiers(inForce.rules, kind, tiers))
  }
  return (
    <RulesModal
      title={kinds[kind]}
      hasSecond={inForce.has_second}
      isCompany={inForce.is_company}
      form={{
        rejections,
        hasProblems: steps.some(isWrong) || problem !== null,
        isDirty: steps !== initial.steps || above !== initial.above,
        call,
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.tiers}>
        {steps.map((step, index) => (
          <div key={step.id} className={styles.tier}>
            <MoneyField
              name={`up_to_${index}`}
              label={t`Jusqu’à`}
              currency={inForce.currency}
              value={step.up_to}
              error={rejections > 0 && isWrong(step, index) ? t`Saisissez un montant supérieur au précédent` : null}
              onChange={(up_to) => change(step.id, { up_to })}
            />
            <SelectField
              name={`rule_${index}`}
              label={t`Signatures`}
              value={step.rule}
              options={options}
              onChange={(rule) => change(step.id, { rule })}
            />
            <IconButton
              icon={Trash2}
              label={t`Retirer ce palier`}
              onClick={() => setSteps(steps.filter(({ id }) => id !== step.id))}
            />
          </div>
        ))}
        <SelectField
          name="above"
          label={steps.length > 0 ? t`Au-delà` : t`Tout montant`}
          value={above}
          error={problem}
          options={options}
          onChange={setAbove}
        />
        {steps.length < MAX_TIERS - 1 && (
          <div>
            <Button
              size="sm"
              icon={Plus}
              onClick={() =>
                setSteps([...steps, { id: Math.max(0, ...steps.map(({ id }) => id)) + 1, up_to: null, rule: 'one' }])
              }
            >
              <Trans>Ajouter un palier</Trans>
            </Button>
          </div>
        )}
        {!known.isDefault && (
          <div>
            <Button size="sm" onClick={() => send(withTiers(inForce.rules, kind, null))}>
              <Trans>Revenir à la règle de la banque</Trans>
            </Button>
          </div>
        )}
      </div>
    </RulesModal>
  )
}

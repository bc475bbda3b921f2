import { Trans, useLingui } from '@lingui/react/macro'
import { type RulesInForce, tierKinds } from 'contract/transfers/signing-rules.ts'
import { announce } from '../../lib/banners.ts'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { tiersOf } from './rules.ts'
import styles from './RulesView.module.css'
import { useAcceptRules, useRefuseRules } from './signing-queries.ts'
import { useLimitPeriods, useLimitPurposes, useRuleNames, useTierKinds } from './signing-labels.ts'

type Props = { inForce: RulesInForce; waiting: NonNullable<RulesInForce['waiting']> }

/** Weaker rules that wait for a second administrator. */
export function WaitingRules({ inForce, waiting }: Props) {
  const { t } = useLingui()
  const { dateTime, longDate } = useFormats()
  const accept = useAcceptRules()
  const refuse = useRefuseRules()
  const facts = useRuleFacts({ ...inForce, rules: waiting.rules })
  const error = [accept.error, refuse.error].find((one) => one && !(one instanceof NotConfirmed))
  const params = { id: waiting.id }
  const [requested, expires] = [dateTime(fromUnix(waiting.asked_at)), longDate(fromUnix(waiting.expires_at))]
  const effective = longDate(fromUnix(waiting.effective_at ?? waiting.expires_at))
  return (
    <section className={styles.card} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={styles.name}>
        {waiting.effective_at === null ? (
          <Trans>Des règles attendent un accord</Trans>
        ) : (
          <Trans>Des règles vont prendre effet</Trans>
        )}
      </h2>
      <p className="muted">
        {waiting.effective_at !== null ? (
          <Trans>
            {waiting.asked_by} les a demandées le {requested}. Sans opposition, elles prennent effet le {effective}.
          </Trans>
        ) : waiting.is_mine ? (
          <Trans>
            Vous les avez demandées le {requested}. Un autre administrateur peut les accepter jusqu’au {expires}.
          </Trans>
        ) : (
          <Trans>
            {waiting.asked_by} les a demandées le {requested}. Vous pouvez les accepter jusqu’au {expires}.
          </Trans>
        )}
      </p>
      {error && <InlineAlert tone="danger" title={error.message} />}
      <DetailList facts={facts} />
      <div className={styles.actions}>
        <Button
          isBusy={refuse.isPending}
          onClick={() =>
            refuse.mutate({ params, done: () => announce(t`La demande est close : les règles ne changent pas.`) })
          }
        >
          {waiting.is_mine ? <Trans>Retirer la demande</Trans> : <Trans>Refuser</Trans>}
        </Button>
        {!waiting.is_mine && (
          <Button
            variant="primary"
            isBusy={accept.isPending}
            onClick={() => accept.mutate({ params, done: () => announce(t`Les règles ont été enregistrées.`) })}
          >
            <Trans>Accepter</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

function useRuleFacts(inForce: RulesInForce) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const kinds = useTierKinds()
  const names = useRuleNames()
  const periods = useLimitPeriods()
  const purposes = useLimitPurposes()
  const { rules, people, currency, is_company } = inForce
  const nameOf = (id: string | null) => people.find(({ user_id }) => user_id === id)?.name ?? t`Compte entier`
  const tiers = tierKinds.map((kind) => ({
    name: kinds[kind],
    value: tiersOf(inForce, kind)
      .tiers.map(
        ({ up_to, rule }) =>
          `${up_to === null ? t`au-delà` : t`jusqu’à ${moneyText(up_to, currency)}`} : ${names[rule]}`,
      )
      .join(' · '),
  }))
  const groups = rules.groups.map(({ user_id, group }) => `${nameOf(user_id)} (${group})`).join(', ')
  const limits = rules.limits.map(
    ({ user_id, purpose, period, amount }) =>
      `${nameOf(user_id)}, ${purposes[purpose]}, ${periods[period]} : ${moneyText(amount, currency)}`,
  )
  return [
    ...(is_company ? tiers : []),
    ...(groups ? [{ name: t`Groupes de signature`, value: groups }] : []),
    { name: t`Plafonds`, value: limits.join(' · ') || t`Aucun plafond` },
    ...(typeof rules.factor_amount === 'number'
      ? [{ name: t`Double authentification au-delà de`, value: moneyText(rules.factor_amount, 'XOF') }]
      : []),
  ]
}

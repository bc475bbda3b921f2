import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentAlias } from 'contract/accounts/payment-aliases.ts'
import { NotConfirmed } from '../../../lib/api/call-error.ts'
import { useIsOnline } from '../../../lib/api/online.ts'
import { errorLabels } from '../../../lib/report-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { useAnswerClaim, useClaimAlias } from './alias-queries.ts'
import styles from './ReceiveScreen.module.css'

const isVisible = (error: Error | null): error is Error => error !== null && !(error instanceof NotConfirmed)

/** What a customer can do about a telephone number that another institution has, or wants. */
export function ClaimPart({ alias }: { alias: PaymentAlias }) {
  const { claim, state } = alias
  const isReceived = claim?.direction === 'received'
  if (isReceived && claim.state === 'open') return <ReceivedClaim alias={alias} institution={claim.institution} />
  if (isReceived && (claim.state === 'accepting' || claim.state === 'rejecting'))
    return (
      <p className="muted small" role="status">
        <Trans>Votre réponse est partie.</Trans>
      </p>
    )
  return state === 'failed' ? <OwnClaim alias={alias} /> : null
}

function ReceivedClaim({ alias, institution }: { alias: PaymentAlias; institution: string | null }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const answer = useAnswerClaim()
  const decide = (is_accepted: boolean) => answer.mutate({ params: { id: alias.id }, body: { is_accepted } })
  const who = institution ?? t`Un autre établissement`
  return (
    <>
      <InlineAlert tone="warning" title={t`${who} demande ce numéro pour un autre compte`}>
        <p>
          <Trans>
            Si vous acceptez, les paiements vers ce numéro iront là-bas. Si vous n’avez rien demandé, gardez votre
            numéro.
          </Trans>
        </p>
        <p className={styles.decide}>
          <Button
            size="sm"
            variant="primary"
            disabled={!isOnline}
            isBusy={answer.isPending}
            onClick={() => decide(false)}
          >
            <Trans>Garder mon numéro</Trans>
          </Button>
          <Button size="sm" disabled={!isOnline || answer.isPending} onClick={() => decide(true)}>
            <Trans>Céder le numéro</Trans>
          </Button>
        </p>
      </InlineAlert>
      {isVisible(answer.error) && <InlineAlert tone="danger" title={errorLabels(answer.error)} />}
    </>
  )
}

function OwnClaim({ alias: { id, claim } }: { alias: PaymentAlias }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const claiming = useClaimAlias()
  const where = claim?.institution ?? t`un autre établissement`
  if (claim?.state === 'requested' || claim?.state === 'open')
    return (
      <p className="muted small" role="status">
        <Trans>Revendication envoyée : {where} demande l’accord du titulaire.</Trans>
      </p>
    )
  return (
    <>
      <p className="muted small">
        {claim?.state === 'rejected' ? (
          <Trans>Le titulaire a refusé de céder ce numéro.</Trans>
        ) : (
          <Trans>Ce numéro est déjà lié à un compte ailleurs. S’il est à vous, revendiquez-le.</Trans>
        )}
      </p>
      <p>
        <Button
          size="sm"
          disabled={!isOnline}
          isBusy={claiming.isPending}
          onClick={() => claiming.mutate({ params: { id } })}
        >
          <Trans>Revendiquer ce numéro</Trans>
        </Button>
      </p>
      {isVisible(claiming.error) && <InlineAlert tone="danger" title={errorLabels(claiming.error)} />}
    </>
  )
}

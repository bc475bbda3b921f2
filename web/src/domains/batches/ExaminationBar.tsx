import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BatchDetail } from 'contract/transfers/batches.ts'
import { PenLine } from 'lucide-react'
import { announce } from '../../lib/banners.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { useFormats } from '../../lib/formats.ts'
import { reportError } from '../../lib/report-error.ts'
import { ActionBar, BarAction } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { useAcceptBatch } from '../transfer-imports/multiple-queries.ts'

type Props = {
  batch: BatchDetail
  account: string
  /** The number of lines to review that were not ticked. */
  left: number
  /** The number of lines selected for refusal. */
  chosen: number
  onRefuse: () => void
}

/** The batch in one line, the number of lines left to review, and the two decisions. Signing does not require all ticks. */
export function ExaminationBar({ batch, account, left, chosen, onRefuse }: Props) {
  const { t } = useLingui()
  const { moneyText, count } = useFormats()
  const isOnline = useIsOnline()
  const accept = useAcceptBatch(account)
  const { id, version, line_count, amount, currency, actions, approvals_missing } = batch
  const lines = t`${plural(line_count, { one: '# virement', other: '# virements' })}`
  const others = approvals_missing - 1
  const sign = () =>
    accept.mutate(
      {
        params: { id },
        body: { version },
        done: ({ state }) =>
          announce(
            state === 'validated' ? t`Le lot a bien été signé.` : t`Votre signature a bien été prise en compte.`,
          ),
      },
      { onError: reportError },
    )
  return (
    <ActionBar
      label={t`Décision`}
      title={`${lines} · ${moneyText(amount, currency)}`}
      detail={[
        left > 0
          ? t`${plural(left, { one: 'Encore # ligne à regarder.', other: 'Encore # lignes à regarder.' })}`
          : t`Toutes les lignes à regarder l’ont été.`,
        others > 0 && t`Après vous, il manquera ${count(others)} signature.`,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {actions.includes('reject') && (
        <BarAction isDisabled={!isOnline} onPress={onRefuse}>
          {chosen > 0 ? t`${plural(chosen, { one: 'Refuser # ligne', other: 'Refuser # lignes' })}` : t`Tout refuser`}
        </BarAction>
      )}
      <Button
        variant="primary"
        icon={PenLine}
        disabled={!isOnline || chosen > 0}
        isBusy={accept.isPending}
        onClick={sign}
      >
        <Trans>Signer le lot</Trans>
      </Button>
    </ActionBar>
  )
}

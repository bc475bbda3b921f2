import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CardTopup } from 'contract/products/card-topups.ts'
import { Download } from 'lucide-react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { Money } from '../../shell/Money.tsx'
import { PaymentSigning } from '../../shell/forms/PaymentSigning.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { topupQuery, useAcceptTopup, useRejectTopup, viewReceipt } from './card-queries.ts'
import { TopupStatus, useTopupReasons } from './card-labels.tsx'
import styles from './CardsScreen.module.css'

/** One top-up beside the list: its cost, its outcome, and its receipt. */
export function TopupDetailPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const topup = useQuery(topupQuery(id))
  return (
    <SidePanel title={t`Recharge`} onClose={onClose} foot={topup.data && <Acts topup={topup.data.answer} />}>
      {topup.isPending && (
        <Skeleton>
          <SkeletonRows count={6} />
        </Skeleton>
      )}
      {topup.isLoadingError && (
        <PageProblem
          title={t`La recharge n’a pas pu être chargée`}
          error={topup.error}
          list={onClose}
          onRetry={() => void topup.refetch()}
        />
      )}
      {topup.data && <Detail topup={topup.data.answer} />}
    </SidePanel>
  )
}

function Detail({ topup }: { topup: CardTopup }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const reasons = useTopupReasons()
  const {
    card,
    amount,
    fees,
    tax,
    total,
    currency,
    status,
    reason_code,
    reason,
    is_recurring,
    created_at,
    created_by,
    decided_at,
  } = topup
  const facts: DetailItem[] = [
    { name: t`Carte`, value: card.number_masked },
    { name: t`Porteur`, value: card.holder },
    { name: t`Fréquence`, value: is_recurring ? t`Récurrente` : t`Une seule fois` },
    ...(status === 'failed'
      ? []
      : [
          { name: t`Frais de recharge`, value: <Money amount={fees} currency={currency} /> },
          { name: t`TAF`, value: <Money amount={tax} currency={currency} /> },
          { name: t`Total débité`, value: <Money amount={total} currency={currency} /> },
        ]),
    { name: t`Demandée le`, value: dateTime(fromUnix(created_at)) },
    { name: t`Demandée par`, value: created_by },
    ...(decided_at !== null && status === 'done'
      ? [{ name: t`Créditée le`, value: dateTime(fromUnix(decided_at)) }]
      : []),
    { name: t`Référence`, value: topup.reference },
  ]
  return (
    <>
      <div className={styles.hero}>
        <Money amount={amount} currency={currency} size="lg" />
        <TopupStatus topup={topup} />
      </div>
      {reason_code && (
        <InlineAlert tone="warning" title={reasons[reason_code]}>
          {reason ?? t`Rien n’a été débité.`}
        </InlineAlert>
      )}
      {topup.approvals_missing > 0 && (
        <InlineAlert tone="info" title={t`Cette recharge attend une validation. Son montant est réservé.`} />
      )}
      <DetailList facts={facts} />
    </>
  )
}

function Acts({ topup }: { topup: CardTopup }) {
  const { t } = useLingui()
  const accept = useAcceptTopup()
  const reject = useRejectTopup()
  const { isFetching, fetchFile } = useFetching()
  if (topup.status !== 'done' && topup.actions.length === 0) return null
  return (
    <div className={styles.foot}>
      <PaymentSigning
        id={topup.id}
        actions={topup.actions}
        accept={accept}
        reject={reject}
        labels={{
          accepted: t`La recharge a bien été validée.`,
          refusal: t`Refuser la recharge`,
          refused: t`La recharge a été refusée.`,
        }}
      />
      {topup.status === 'done' && (
        <Button
          icon={Download}
          isBusy={isFetching}
          onClick={() => void fetchFile(() => viewReceipt(topup.id, t`Reçu de la recharge`))}
        >
          <Trans>Reçu (PDF)</Trans>
        </Button>
      )}
    </div>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ItemDetail, ItemToSign } from 'contract/transfers/signatures.ts'
import { ChevronDown, ChevronUp, PenLine, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { signersText } from '../../lib/signers-text.ts'
import { useDismissal } from '../../shell/forms/use-dismissal.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { Skeleton, SkeletonBlock, SkeletonRows } from '../../ui/Skeleton.tsx'
import { ItemDetailView } from './ItemDetailView.tsx'
import { todayInDakar, useNameOf } from './item-labels.ts'
import { markOpened, openedKey } from './opened-items.ts'
import { RefusalFields, useRefusals } from './RefusalFields.tsx'
import { itemQuery, type OrdersChoice } from './signature-queries.ts'
import styles from './SignaturePanel.module.css'
import { useKeys } from './use-list-keys.ts'

type Props = {
  items: readonly ItemToSign[]
  at: number
  isBusy: boolean
  onMove: (item: ItemToSign) => void
  onSign: (item: ItemToSign, orders: OrdersChoice) => void
  onRefuse: (item: ItemToSign, reason: string) => void
  onClose: () => void
}

/** One item to sign, with its place in the list; after a decision the next one takes its place. */
export function SignaturePanel({ items, at, isBusy, onMove, onSign, onRefuse, onClose }: Props) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const titles = usePanelTitles()
  const isOnline = useIsOnline()
  const item = items[at]
  // The choice is of one item: for the next one it begins with "resume".
  const [chosen, setChosen] = useState<{ id: string; orders: OrdersChoice } | null>(null)
  const refusals = useRefusals()
  const isRefusing = item !== undefined && refusals.isStarted(item.id)
  const orders = item !== undefined && chosen?.id === item.id ? chosen.orders : 'resume'
  const go = (step: 1 | -1) => {
    const next = items[at + step]
    if (next && !isBusy) onMove(next)
  }
  const sign = () => item && isOnline && !isBusy && onSign(item, orders)
  const startRefusal = () => item && refusals.start(item.id)
  const isDirty = items.some(({ id }) => refusals.hasText(id))
  const { onDismiss, question } = useDismissal(isDirty, onClose, { hasAddress: true })
  useKeys({ move: go, ...(!isRefusing && { sign, refuse: startRefusal }) }, true)
  const frame = useRef<HTMLDivElement>(null)
  const visibleId = item?.id
  const last = useRef(visibleId)
  useEffect(() => {
    // The next item is read from its head; the dialog itself gives the focus to the first one.
    if (last.current !== visibleId) frame.current?.closest('dialog')?.querySelector<HTMLElement>('h2')?.focus()
    last.current = visibleId
  }, [visibleId])
  if (!item) return null
  const refusal = refusals.of(item.id)
  const place = t`${at + 1} sur ${items.length}`
  return (
    <SidePanel
      title={isRefusing ? t`Refuser cette demande` : titles[item.kind]}
      onClose={onClose}
      onDismiss={onDismiss}
      nav={
        <span className={styles.nav}>
          <IconButton
            size="sm"
            icon={ChevronUp}
            label={t`Demande précédente`}
            disabled={at === 0}
            onClick={() => go(-1)}
          />
          <span aria-hidden>{place}</span>
          <span className="sr" role="status">{t`Demande ${at + 1} sur ${items.length} : ${nameOf(item)}`}</span>
          <IconButton
            size="sm"
            icon={ChevronDown}
            label={t`Demande suivante`}
            disabled={at === items.length - 1}
            onClick={() => go(1)}
          />
        </span>
      }
      foot={
        isRefusing ? (
          <>
            <Button onClick={() => refusals.drop(item.id)}>
              <Trans>Revenir</Trans>
            </Button>
            <Button
              variant="danger"
              icon={X}
              isBusy={isBusy}
              disabled={!isOnline}
              onClick={() => {
                const reason = refusal.check(item.kind === 'mandate')
                if (reason !== null) onRefuse(item, reason)
              }}
            >
              {item.created_by === null ? t`Refuser` : t`Refuser et prévenir ${firstName(item.created_by)}`}
            </Button>
          </>
        ) : (
          <Decisions item={item} isBusy={isBusy} isOnline={isOnline} onSign={sign} onRefuse={startRefusal} />
        )
      }
    >
      <div ref={frame} className={styles.body}>
        <Content
          key={`${item.id} ${item.version}`}
          item={item}
          orders={orders}
          onOrders={(next) => setChosen({ id: item.id, orders: next })}
          onClose={onClose}
        >
          {isRefusing && item.kind !== 'mandate' && <RefusalFields refusal={refusal} makers={item.created_by} />}
        </Content>
      </div>
      {question}
    </SidePanel>
  )
}

export const firstName = (name: string) => name.split(' ')[0] ?? name

function usePanelTitles(): Record<ItemToSign['kind'], string> {
  const { t } = useLingui()
  return {
    transfer: t`Virement à signer`,
    batch: t`Lot à signer`,
    topup: t`Recharge à signer`,
    recurring_topup: t`Recharge récurrente à signer`,
    chequebook: t`Commande à signer`,
    beneficiary: t`Bénéficiaire à approuver`,
    beneficiary_account: t`Changement de compte à approuver`,
    mandate: t`Mandat à confirmer`,
    return: t`Retour d’argent à signer`,
  }
}

type ContentProps = {
  item: ItemToSign
  orders: OrdersChoice
  onOrders: (orders: OrdersChoice) => void
  onClose: () => void
  children: React.ReactNode
}

function Content({ item, orders, onOrders, onClose, children }: ContentProps) {
  const { t } = useLingui()
  const detail = useQuery(itemQuery(item))
  const isOpened = detail.data !== undefined
  const key = openedKey(item)
  useEffect(() => {
    if (isOpened) markOpened(key)
  }, [isOpened, key])
  if (detail.isPending)
    return (
      <Skeleton>
        <SkeletonBlock width={14} height={2.25} />
        <SkeletonRows count={5} hasTile />
      </Skeleton>
    )
  if (detail.isLoadingError)
    return (
      <PageProblem
        title={t`La demande n’a pas pu être chargée`}
        error={detail.error}
        list={onClose}
        onRetry={() => void detail.refetch()}
      />
    )
  return (
    <ItemDetailView item={detail.data.answer} orders={orders} onOrders={onOrders}>
      {children}
    </ItemDetailView>
  )
}

type DecisionProps = { item: ItemToSign; isBusy: boolean; isOnline: boolean; onSign: () => void; onRefuse: () => void }

/** What the signature does, then the two decisions; the amount stands on the button. */
function Decisions({ item, isBusy, isOnline, onSign, onRefuse }: DecisionProps) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const effect = useEffectOf(item)
  const sum = item.amount !== null && item.currency !== null ? moneyText(item.amount, item.currency) : null
  const isApproval = item.kind === 'beneficiary' || item.kind === 'beneficiary_account'
  const verb = isApproval ? t`Approuver` : sum === null ? t`Signer` : t`Signer ${sum}`
  return (
    <div className={styles.foot}>
      <p>{effect}</p>
      <div>
        <Button variant="danger-quiet" disabled={isBusy || !isOnline} onClick={onRefuse}>
          <Trans>Refuser</Trans>
          <kbd aria-hidden>r</kbd>
        </Button>
        <Button variant="primary" icon={PenLine} isBusy={isBusy} disabled={!isOnline} onClick={onSign}>
          {verb}
          <kbd aria-hidden>a</kbd>
        </Button>
      </div>
    </div>
  )
}

/** What happens after the signature, in one sentence; of the detail where it has been read. */
function useEffectOf(item: ItemToSign): React.ReactNode {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const language = useFormats().language
  const detail: ItemDetail | undefined = useQuery(itemQuery(item)).data?.answer
  const missing = item.signatures_needed - item.signed_by.length
  if (item.kind === 'beneficiary' || item.kind === 'beneficiary_account')
    return t`Ce compte pourra être payé dès votre approbation.`
  if (item.kind === 'mandate') return t`Le créancier pourra prélever ce compte dès votre signature.`
  if (missing > 1) {
    const others = signersText(language, detail?.waiting_for ?? [], missing - 1)
    const text = t`${plural(missing - 1, { one: 'Il faudra encore # signature.', other: 'Il faudra encore # signatures.' })}`
    return others === '' ? text : `${text} ${t`Après vous : ${others}.`}`
  }
  if (item.kind === 'chequebook')
    return (
      <Trans>
        <b>Votre signature est la dernière.</b> La commande part aussitôt.
      </Trans>
    )
  if (item.kind === 'topup' || item.kind === 'recurring_topup')
    return (
      <Trans>
        <b>Votre signature est la dernière.</b> La carte est rechargée à la date prévue.
      </Trans>
    )
  if (item.kind === 'return')
    return (
      <Trans>
        <b>Votre signature est la dernière.</b> L’argent est rendu aussitôt.
      </Trans>
    )
  const day = detail?.leaves_on ?? item.due_on
  const date = day === null || day <= todayInDakar() ? null : longDate(fromPlainDate(day))
  return (
    <>
      {date === null ? (
        <Trans>
          <b>Votre signature est la dernière.</b> L’argent part aujourd’hui.
        </Trans>
      ) : (
        <Trans>
          <b>Votre signature est la dernière.</b> L’argent part le {date}.
        </Trans>
      )}
      {detail?.is_irrevocable && ` ${t`Un paiement instantané ne peut pas être repris.`}`}
    </>
  )
}

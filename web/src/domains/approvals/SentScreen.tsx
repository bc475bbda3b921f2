import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SentItem } from 'contract/transfers/signatures.ts'
import { Bell, Pencil, Plus } from 'lucide-react'
import { announce } from '../../lib/banners.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { signersText } from '../../lib/signers-text.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { sumsOf, useNameOf, useSumText } from './item-labels.ts'
import { sentQuery, useRemind } from './signature-queries.ts'
import { Due, GroupHead, ItemAmount, ItemIdentity, ItemSignatures, Person } from './SignatureList.tsx'
import styles from './SignatureList.module.css'
import { useOpenItem } from './use-open-item.ts'

/** What the reader has prepared and others have still to sign; refused transfers first. */
export function SentScreen() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const sent = useQuery(sentQuery())
  const mayCreate = mayMoveMoney(useAccount(), 'transfer.create')
  const sumText = useSumText()
  const items = sent.data?.answer ?? []
  const [refused, waiting] = [
    items.filter(({ refusal }) => refusal !== null),
    items.filter(({ refusal }) => refusal === null),
  ]
  const count = t`${plural(waiting.length, { one: '# demande en attente', other: '# demandes en attente' })}`
  const sum = sumsOf(waiting).length === 0 ? '' : `, ${sumText(waiting)}`
  return (
    <Page
      heading={t`Envoyés pour signature`}
      context={
        items.length > 0 ? t`${count}${sum}. Vous préparez, d’autres signent.` : t`Vous préparez, d’autres signent.`
      }
      actions={
        mayCreate && (
          <LinkButton {...paths.newTransfer()} disabled={!isOnline} variant="primary" icon={Plus}>
            <Trans>Nouveau virement</Trans>
          </LinkButton>
        )
      }
    >
      {sent.isPending ? (
        <Skeleton>
          <SkeletonRows count={4} hasTile hasHead />
        </Skeleton>
      ) : sent.isLoadingError ? (
        <PageProblem
          title={t`La liste n’a pas pu être chargée`}
          error={sent.error}
          onRetry={() => void sent.refetch()}
        />
      ) : items.length === 0 ? (
        <EmptyState motif="lines" title={t`Rien n’attend de signature`}>
          <Trans>
            Ce que vous envoyez pour signature apparaîtra ici, avec les personnes qui doivent encore signer.
          </Trans>
        </EmptyState>
      ) : (
        <div className={cx(styles.list, styles.sent)} role="table" aria-label={t`Demandes envoyées pour signature`}>
          <div className={styles.head} role="row">
            <span role="columnheader">{t`Demande`}</span>
            <span role="columnheader">{t`Qui doit encore signer`}</span>
            <span role="columnheader" className={styles.wide}>{t`Échéance`}</span>
            <span role="columnheader" className={styles.amount}>{t`Montant`}</span>
            <span role="columnheader">
              <span className="sr">{t`Action`}</span>
            </span>
          </div>
          {refused.length > 0 && <Group id="refused" title={t`Refusé, à reprendre`} items={refused} />}
          {waiting.length > 0 && <Group id="waiting" title={t`En attente`} items={waiting} />}
        </div>
      )}
    </Page>
  )
}

function Group({ id, title, items }: { id: string; title: string; items: readonly SentItem[] }) {
  const { t } = useLingui()
  const sumText = useSumText()
  const open = useOpenItem()
  const detail = t`${plural(items.length, { one: '# demande', other: '# demandes' })}`
  return (
    <div role="rowgroup">
      <GroupHead group={{ id, title, detail, end: sumsOf(items).length === 0 ? '' : sumText(items) }} />
      {items.map((item) => (
        <div key={`${item.kind} ${item.id}`} className={styles.row} role="row">
          <ItemIdentity item={item} onOpen={() => void open(item).catch(reportError)} />
          <span role="cell" className={styles.waiting}>
            <Waiting item={item} />
          </span>
          <span role="cell" className={styles.wide}>
            {item.refusal ? <span className="muted small">{t`ne part pas`}</span> : <Due item={item} />}
          </span>
          <ItemAmount item={item} />
          <span role="cell" className={styles.act}>
            <Act item={item} />
          </span>
        </div>
      ))}
    </div>
  )
}

/** The people who can still sign, or the reason with which a validator refused. */
function Waiting({ item: { refusal, waiting_for, signed_by, ...item } }: { item: SentItem }) {
  const { t } = useLingui()
  const { dateTime, language } = useFormats()
  if (refusal) {
    const at = dateTime(fromUnix(refusal.at))
    const by = refusal.by ?? ''
    return (
      <span className={styles.person}>
        <span>
          {t`« ${refusal.reason} »`}
          <span className="muted num">{t`Refusé par ${by}, ${at}`}</span>
        </span>
      </span>
    )
  }
  const names = signersText(language, waiting_for, item.signatures_needed - signed_by.length)
  const signed = new Intl.ListFormat(language).format(signed_by)
  const signers = signed === '' ? t`personne n’a encore signé` : t`${signed} a signé`
  return waiting_for.length === 1 && signed_by.length === 0 ? (
    <Person name={names} detail={signers} />
  ) : (
    <span className={styles.person}>
      <ItemSignatures item={{ ...item, signed_by }} />
      <span>
        {names === '' ? t`Personne ne peut signer` : names}
        <span className="muted">{signers}</span>
      </span>
    </span>
  )
}

function Act({ item }: { item: SentItem }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const remind = useRemind()
  const own = useAccount()
  const { id, kind, account, refusal, reminded_at, waiting_for } = item
  if (refusal)
    return (
      account.uuid === own.uuid && (
        <Button size="sm" icon={Pencil} onClick={() => void navigate({ ...paths.newTransfer(), search: { from: id } })}>
          <Trans>Corriger</Trans>
        </Button>
      )
    )
  if (reminded_at !== null)
    return (
      <span className="muted small">
        <Trans>Relancé</Trans>
      </span>
    )
  if (waiting_for.length === 0) return null
  const name = nameOf(item)
  return (
    <Button
      size="sm"
      icon={Bell}
      disabled={!isOnline}
      isBusy={remind.isPending}
      onClick={() =>
        remind.mutate(
          {
            params: { account: account.uuid, kind, id },
            done: (reminded) => {
              const people = reminded.join(', ')
              announce(t`${people} : un e-mail rappelle « ${name} ».`)
            },
          },
          { onError: reportError },
        )
      }
    >
      <Trans>Relancer</Trans>
    </Button>
  )
}

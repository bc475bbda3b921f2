import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Alert, AlertSubject } from 'contract/access/alerts.ts'
import { identityOfName } from 'contract/values/identity.ts'
import { groupByFour } from 'contract/values/iban.ts'
import {
  ArrowLeftRight,
  CreditCard,
  FileSignature,
  FileText,
  Files,
  Landmark,
  Mail,
  PiggyBank,
  Repeat,
  Settings2,
  ShieldAlert,
  Smartphone,
  Tickets,
  UserRoundCheck,
  Users,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { mayChangeAccount } from '../../lib/forms/account-change.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { reportError } from '../../lib/report-error.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useOpenAccount } from '../../lib/session/use-open-account.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Pagination } from '../../ui/data/Pagination.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { alertLink } from './alert-links.ts'
import { alertListQuery, useReadAlert, useReadAlerts } from './alert-queries.ts'
import styles from './alerts.module.css'

const icons: Record<AlertSubject, typeof Mail> = {
  operation: Wallet,
  statement: FileText,
  message: Mail,
  transfer: ArrowLeftRight,
  batch: Files,
  topup: CreditCard,
  recurring_topup: CreditCard,
  chequebook: Tickets,
  beneficiary: UserRoundCheck,
  debit: Repeat,
  mandate: FileSignature,
  deposit: PiggyBank,
  credit: Landmark,
  alias: Smartphone,
  payment_request: ArrowLeftRight,
  return_request: ArrowLeftRight,
  profile: ShieldAlert,
  person: Users,
  rules: FileSignature,
}

/** Subjects whose name is that of a person or a company. */
const named: readonly AlertSubject[] = [
  'operation',
  'transfer',
  'beneficiary',
  'debit',
  'mandate',
  'payment_request',
  'return_request',
]

type Ways = { onChoose: () => void; onProfile: () => void; onClose: () => void }

export function AlertList({ onChoose, onProfile, onClose }: Ways) {
  const { t } = useLingui()
  const [page, setPage] = useState(1)
  const alerts = useQuery(alertListQuery(page))
  const readAll = useReadAlerts()
  const items = alerts.data?.answer ?? []
  const total = alerts.data?.page?.total ?? 0
  return (
    <Modal
      title={t`Alertes`}
      onClose={onClose}
      foot={
        <>
          {items.some(({ is_read }) => !is_read) && (
            <Button
              isBusy={readAll.isPending}
              onClick={() => readAll.mutate({ body: { read: true } }, { onError: reportError })}
            >
              <Trans>Tout marquer comme lu</Trans>
            </Button>
          )}
          {/* The settings are the next step only where there is nothing to read. */}
          <Button variant={alerts.data && items.length === 0 ? 'primary' : 'quiet'} icon={Settings2} onClick={onChoose}>
            <Trans>Choisir mes alertes</Trans>
          </Button>
        </>
      }
    >
      {alerts.isLoadingError && (
        <PageProblem
          title={t`Les alertes n’ont pas pu être chargées`}
          error={alerts.error}
          onRetry={() => void alerts.refetch()}
        />
      )}
      {alerts.isPending && (
        <Skeleton>
          <SkeletonRows count={4} hasTile />
        </Skeleton>
      )}
      {alerts.data && items.length === 0 && (
        <EmptyState motif="lines" title={t`Aucune alerte`}>
          <Trans>
            Choisissez ce dont vous voulez être prévenu : un solde qui baisse, un ordre à signer, un virement rejeté, un
            message.
          </Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={cx(styles.list, 'coming')} aria-busy={alerts.isPlaceholderData || undefined}>
          {items.map((alert) => (
            <Row key={alert.id} alert={alert} onLeave={onClose} onProfile={onProfile} />
          ))}
        </ul>
      )}
      {alerts.data?.page && alerts.data.page.count > 1 && (
        <Pagination
          page={page}
          pageCount={alerts.data.page.count}
          onPage={setPage}
          summary={t`${total} alertes`}
          isNarrow
        />
      )}
    </Modal>
  )
}

function Row({ alert, onLeave, onProfile }: { alert: Alert; onLeave: () => void; onProfile: () => void }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const here = useAccount().uuid
  const read = useReadAlert()
  const navigate = useNavigate()
  const openAccount = useOpenAccount()
  const { account, about, subject_id, text } = alert
  const when = dateTime(fromUnix(alert.at))
  const markRead = () => {
    if (!alert.is_read) read.mutate({ params: { id: alert.id }, body: { read: true } })
  }
  const leave = () => {
    markRead()
    onLeave()
  }
  const link = about === 'profile' ? null : alertLink(about, subject_id)
  const openElsewhere = async (other: NonNullable<Alert['account']>) => {
    if (!link || !(await mayChangeAccount()) || !(await openAccount({ id: other.uuid, number: other.number }))) return
    leave()
    void navigate(link)
  }
  return (
    <li className={alert.is_read ? undefined : styles.unread}>
      {alert.name !== null && named.includes(about) ? (
        <IdentityPicture identity={identityOfName(alert.name)} />
      ) : (
        <Tile icon={icons[about]} tone={alert.is_read ? 'plain' : 'brand'} />
      )}
      <div className={styles.text}>
        {link === null ? (
          <button
            type="button"
            className={styles.own}
            onClick={() => {
              markRead()
              onProfile()
            }}
          >
            {text}
          </button>
        ) : account === null ? (
          <span>{text}</span>
        ) : account.uuid === here ? (
          <Link {...link} onClick={leave}>
            {text}
          </Link>
        ) : (
          // The object of another account opens on that account.
          <button type="button" className={styles.own} onClick={() => void openElsewhere(account).catch(reportError)}>
            {text}
          </button>
        )}
        {account && (
          <span className="small muted num">
            {accountName(account.label)} · {groupByFour(account.number)}
          </span>
        )}
        <span className="small muted num">{when}</span>
      </div>
      {!alert.is_read && <span className="sr">{t`Non lue`}</span>}
    </li>
  )
}

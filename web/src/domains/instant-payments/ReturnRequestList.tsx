import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReturnRequest } from 'contract/transfers/return-requests.ts'
import type { ReactNode } from 'react'
import { announce } from '../../lib/banners.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Money } from '../../shell/Money.tsx'
import { PendingDetail } from '../../shell/PendingDetail.tsx'
import { Button } from '../../ui/Button.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { type Moment, Timeline } from '../../ui/data/Timeline.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { ReturnStatus, useReasonSentence, useReturnReasons } from './request-labels.tsx'
import { returnListQuery, returnQuery, useAcceptReturn, useRefuseReturn } from './request-queries.ts'
import styles from './requests.module.css'

const route = getRouteApi('/signed-in/main/transfers/requests')

/** Requests for money back, sent and received. */
export function ReturnRequestList(): ReactNode {
  const { t } = useLingui()
  const { page = 1, request: id } = route.useSearch()
  const navigate = useNavigate()
  const requests = useQuery(returnListQuery(page))
  const columns = useColumns()
  return (
    <>
      <ListPage<ReturnRequest, NonNullable<typeof requests.data>>
        query={requests}
        caption={t`Retours d’argent`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={(one) => one.id}
        isSelected={(one) => one.id === id}
        problem={t`Les retours n’ont pas pu être chargés`}
        empty={
          <EmptyState motif="lines" title={t`Aucun retour d’argent`}>
            <Trans>
              Un paiement instantané ne s’annule pas. Vous pouvez en demander le retour dans le détail du virement.
            </Trans>
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} retours`}
        onPage={(next) => void navigate({ ...paths.paymentRequests(), search: { view: 'returns', page: next } })}
      />
      {id && (
        <ReturnPanel
          key={id}
          id={id}
          known={requests.data?.answer.find((one) => one.id === id)}
          onClose={() =>
            void navigate({
              ...paths.paymentRequests(),
              search: { view: 'returns', ...(page > 1 && { page }) },
              resetScroll: false,
            })
          }
        />
      )}
    </>
  )
}

function useColumns(): Column<ReturnRequest>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const reasons = useReturnReasons()
  const { page } = route.useSearch()
  return [
    {
      id: 'other',
      kind: 'main',
      head: t`Avec`,
      cell: ({ id, other_name, direction, created_at }) => (
        <Subject
          title={
            <Link
              {...paths.paymentRequests()}
              search={{ view: 'returns', ...(page && { page }), request: id }}
              resetScroll={false}
            >
              {other_name}
            </Link>
          }
          detailOnPhone={rowDate(fromUnix(created_at))}
          detail={direction === 'sent' ? t`Demandé par vous` : t`On vous le demande`}
        />
      ),
    },
    { id: 'reason', kind: 'text', head: t`Motif`, isWideOnly: true, cell: ({ reason }) => reasons[reason] },
    { id: 'day', kind: 'text', head: t`Date`, cell: ({ created_at }) => rowDate(fromUnix(created_at)) },
    { id: 'status', kind: 'status', head: t`Statut`, cell: (request) => <ReturnStatus request={request} /> },
    { id: 'amount', kind: 'amount', head: t`Montant`, cell: ({ amount }) => <Money amount={amount} currency="XOF" /> },
  ]
}

type PanelProps = { id: string; known: ReturnRequest | undefined; onClose: () => void }

/** One request for money back. `known`: as listed; a link may lead to one of another page. */
function ReturnPanel({ id, known, onClose }: PanelProps): ReactNode {
  const { t } = useLingui()
  const found = useQuery({ ...returnQuery(id), enabled: !known })
  const request = known ?? found.data?.answer
  return (
    <SidePanel title={t`Retour d’argent`} onClose={onClose}>
      {request ? (
        <ReturnDetail request={request} />
      ) : (
        <PendingDetail query={found} problem={t`Le retour d’argent n’a pas pu être chargé`} onClose={onClose} />
      )}
    </SidePanel>
  )
}

function ReturnDetail({ request }: { request: ReturnRequest }): ReactNode {
  const { t } = useLingui()
  const { dateTime, moneyText } = useFormats()
  const account = useAccount()
  const isOnline = useIsOnline()
  const reasons = useReturnReasons()
  const sentence = useReasonSentence()
  const [accept, refuse] = [useAcceptReturn(), useRefuseReturn()]
  const { id, direction, state, amount, refusal, transfer_id, acceptance } = request
  const isUnanswered = state === 'open' || state === 'pending'
  const isBusy = accept.isPending || refuse.isPending
  const facts: DetailItem[] = [
    { name: t`Motif de la demande`, value: reasons[request.reason] },
    { name: t`Paiement`, value: request.label || '–' },
    { name: t`Payé le`, value: dateTime(fromUnix(request.paid_at)) },
    { name: t`Demandé le`, value: dateTime(fromUnix(request.created_at)) },
    ...(refusal === null ? [] : [{ name: t`Motif du refus`, value: sentence(refusal) }]),
  ]
  return (
    <>
      <div className={styles.hero}>
        <Money amount={amount} currency="XOF" size="lg" />
        <p className={styles.name}>{request.other_name}</p>
        <ReturnStatus request={request} />
      </div>
      {acceptance && <Acceptance acceptance={acceptance} />}
      {direction === 'received' && isUnanswered && mayMoveMoney(account, 'transfer.create') && (
        <div className={styles.acts}>
          {state === 'open' && (
            <Button
              variant="primary"
              disabled={!isOnline || isBusy}
              isBusy={accept.isPending}
              onClick={() =>
                accept.mutate(
                  {
                    params: { id },
                    done: (answer) =>
                      announce(
                        answer.state === 'pending'
                          ? t`Le retour attend les signatures de votre entreprise.`
                          : t`L’argent est rendu.`,
                      ),
                  },
                  { onError: reportError },
                )
              }
            >
              <Trans>Rendre {moneyText(amount, 'XOF')}</Trans>
            </Button>
          )}
          <Button
            disabled={!isOnline || isBusy}
            onClick={() =>
              refuse.mutate(
                { params: { id }, done: () => announce(t`Le retour est refusé : vous gardez l’argent.`) },
                { onError: reportError },
              )
            }
          >
            <Trans>Garder l’argent</Trans>
          </Button>
        </div>
      )}
      <DetailList facts={facts} />
      {transfer_id !== null && (
        <LinkButton {...paths.transfer(transfer_id)}>
          <Trans>Voir le paiement</Trans>
        </LinkButton>
      )}
    </>
  )
}

/** Who accepted to give the money back, who has signed, and what is missing; or the signer who refused, and why. */
function Acceptance({ acceptance }: { acceptance: NonNullable<ReturnRequest['acceptance']> }): ReactNode {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const { state, created_by, created_at, signatures_needed, signed_by, refused_by, refusal } = acceptance
  const missing = signatures_needed - signed_by.length
  const moments: Moment[] = [
    { title: t`Accepté par ${created_by}`, detail: dateTime(fromUnix(created_at)), state: 'done' },
    ...signed_by.map((name): Moment => ({ title: t`Signé par ${name}`, detail: '', state: 'done' })),
    state === 'refused'
      ? { title: t`Signature refusée par ${refused_by ?? ''}`, detail: refusal ?? '', state: 'failed' }
      : {
          title: t`${plural(missing, { one: 'Il manque # signature', other: 'Il manque # signatures' })}`,
          detail: t`L’argent est rendu avec la dernière.`,
          state: 'now',
        },
  ]
  return <Timeline moments={moments} />
}

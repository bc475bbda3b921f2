import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { DepositDetail, DepositPayment } from 'contract/products/deposits.ts'
import { ArrowLeft, Check, Clock, FileText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useBankDay } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { DetailLayout, Well } from '../../shell/DetailLayout.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Badge } from '../../ui/data/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Meter } from '../../ui/data/Meter.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { type Column, Subject, Table } from '../../ui/data/Table.tsx'
import { depositQuery, viewCertificate, viewNotice } from './deposit-queries.ts'
import { DepositStatus, useFrequencies } from './deposit-labels.tsx'
import { DepositRequests } from './DepositRequests.tsx'
import styles from './DepositScreen.module.css'

const route = getRouteApi('/signed-in/main/dat/$depositId')

/** A term deposit: progress, interest payments, and requests. */
export function DepositScreen(): ReactNode {
  const { t } = useLingui()
  const { depositId } = route.useParams()
  const deposit = useQuery(depositQuery(depositId))
  if (deposit.data) return <DepositContent deposit={deposit.data.answer} />
  return (
    <Page heading={t`Placement`} back={<BackToDeposits />}>
      {deposit.isError ? (
        <PageProblem
          title={t`Le placement n’a pas pu être chargé`}
          error={deposit.error}
          list={paths.deposits()}
          onRetry={() => void deposit.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={6} hasHead />
        </Skeleton>
      )}
    </Page>
  )
}

const BackToDeposits = () => (
  <Link {...paths.deposits()}>
    <Icon shape={ArrowLeft} size="sm" />
    <Trans>Placements</Trans>
  </Link>
)

const daysBetween = (from: string, day: string) => Math.max(0, (Date.parse(day) - Date.parse(from)) / 86_400_000)

function DepositContent({ deposit }: { deposit: DepositDetail }): ReactNode {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const { number, term, amount, currency, value_date, maturity_date, payments } = deposit
  const left = daysBetween(useBankDay(), maturity_date)
  const whole = (Date.parse(maturity_date) - Date.parse(value_date)) / 86_400_000
  const hasEnded = deposit.status !== 'pending'
  const columns = useColumns(deposit)
  return (
    <Page
      heading={t`${plural(term, { one: 'Dépôt à terme # mois', other: 'Dépôt à terme # mois' })}`}
      back={<BackToDeposits />}
      context={<span className="num">{t`DAT ${number}`}</span>}
      actions={<Certificate id={deposit.id} />}
    >
      <DetailLayout aside={<Aside deposit={deposit} />}>
        <section>
          <p className={styles.state}>
            <span className="muted">
              <Trans>Montant placé</Trans>
            </span>
            <DepositStatus deposit={deposit} />
          </p>
          <p>
            <Money amount={amount} currency={currency} size="xl" />
          </p>
          <div className={styles.meter}>
            <Meter value={hasEnded ? 1 : 1 - left / whole} label={t`Avancement vers l’échéance`} isLarge />
          </div>
          <p className={styles.around}>
            <span>{longDate(fromPlainDate(value_date))}</span>
            {!hasEnded && (
              <span className="muted">{t`${plural(left, { one: 'encore # jour', other: 'encore # jours' })}`}</span>
            )}
            <span>{longDate(fromPlainDate(maturity_date))}</span>
          </p>
        </section>
        <section>
          <h2 className="h2">
            <Trans>Versements d’intérêts</Trans>
          </h2>
          <Table
            caption={t`Versements d’intérêts`}
            columns={columns}
            groups={[{ id: 'all', rows: payments }]}
            rowKey={({ place }) => String(place)}
            isStatic
          />
        </section>
      </DetailLayout>
    </Page>
  )
}

function Certificate({ id }: { id: string }) {
  const { t } = useLingui()
  const { isFetching, fetchFile } = useFetching()
  const title = t`Certificat de dépôt`
  return (
    <Button icon={FileText} isBusy={isFetching} onClick={() => void fetchFile(() => viewCertificate(id, title))}>
      {title}
    </Button>
  )
}

function Notice({ id, place, day }: { id: string; place: number; day: string }) {
  const { t } = useLingui()
  const { fetchFile } = useFetching()
  const title = t`Avis de versement du ${day}`
  return (
    <button
      type="button"
      className="link num"
      aria-label={title}
      data-row-act
      onClick={() => void fetchFile(() => viewNotice(id, place, title))}
    >
      {day}
    </button>
  )
}

function useColumns({ id, currency, status }: DepositDetail): Column<DepositPayment>[] {
  const { t } = useLingui()
  const { rowDate, count, money } = useFormats()
  const figure = (amount: number) => (
    <span className="num">{money(amount, currency).sign + money(amount, currency).number}</span>
  )
  return [
    {
      id: 'date',
      kind: 'main',
      head: t`Date`,
      cell: ({ place, to, days, paid_on }) => {
        const [length, day] = [count(days), rowDate(fromPlainDate(to))]
        return (
          <Subject
            title={paid_on ? <Notice id={id} place={place} day={day} /> : <span className="num">{day}</span>}
            detail={t`${length} jours`}
          />
        )
      },
    },
    { id: 'gross', kind: 'figure', head: t`Intérêts bruts`, isWideOnly: true, cell: ({ gross }) => figure(gross) },
    {
      id: 'tax',
      kind: 'figure',
      head: t`Retenue à la source (IRC)`,
      isWideOnly: true,
      cell: ({ withholding }) => figure(-withholding),
    },
    {
      id: 'status',
      kind: 'status',
      head: t`Statut`,
      cell: ({ paid_on }) =>
        paid_on ? (
          <Badge tone="success" icon={Check}>{t`Versé`}</Badge>
        ) : status === 'pending' ? (
          <Badge tone="neutral" icon={Clock}>{t`À venir`}</Badge>
        ) : (
          <Badge tone="neutral" icon={X}>{t`Non versé`}</Badge>
        ),
    },
    {
      id: 'net',
      kind: 'amount',
      head: t`Intérêts nets`,
      cell: ({ net, paid_on }) => <Money amount={net} currency={currency} signs={paid_on ? 'movement' : 'balance'} />,
    },
  ]
}

function Aside({ deposit }: { deposit: DepositDetail }) {
  const { t } = useLingui()
  const { percent, longDate, count } = useFormats()
  const frequencies = useFrequencies()
  const { currency, last_payment_date, basis } = deposit
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const days = count(basis)
  return (
    <>
      <Well>
        <h2 className="h3">
          <Trans>Intérêts bruts</Trans>
        </h2>
        <DetailList
          facts={[
            { name: t`Intérêts versés`, value: money(deposit.paid_interests) },
            { name: t`Intérêts cumulés`, value: money(deposit.cumulated_interests) },
            { name: t`Total des intérêts restants`, value: money(deposit.remaining_interests) },
          ]}
        />
      </Well>
      <section>
        <h2 className="h3">
          <Trans>Conditions</Trans>
        </h2>
        <DetailList
          facts={[
            { name: t`Taux d’intérêt`, value: percent(deposit.rate) },
            { name: t`Périodicité de versement des intérêts`, value: frequencies[deposit.frequency] },
            {
              name: t`Dernier versement`,
              value: last_payment_date ? longDate(fromPlainDate(last_payment_date)) : t`aucun`,
            },
            { name: t`Retenue à la source (IRC)`, value: percent(deposit.withholding_rate) },
            { name: t`Base de calcul`, value: t`${days} jours` },
          ]}
        />
      </section>
      <DepositRequests deposit={deposit} />
    </>
  )
}

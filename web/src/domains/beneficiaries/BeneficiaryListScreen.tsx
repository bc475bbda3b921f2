import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { Send, UserRoundPlus } from 'lucide-react'
import { queryClient } from '../../lib/api/query.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { ExportButton } from '../../shell/exports/ExportButton.tsx'
import { choiceFilter } from '../../shell/filters/choice-filter.tsx'
import { type Filter, foundIn } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import {
  type BeneficiaryFilter,
  beneficiaryListQuery,
  fetchBeneficiaries,
  listNamesQuery,
} from './beneficiary-queries.ts'
import { useApprovalLabels } from './beneficiary-labels.ts'
import { BeneficiaryPanel } from './BeneficiaryPanel.tsx'
import { useBeneficiaryColumns } from './BeneficiaryTable.tsx'
import styles from './BeneficiaryTable.module.css'

const route = getRouteApi('/signed-in/main/transfers/beneficiaries')

/** Requests the list before the screen is rendered. */
export function prefetch({ page = 1, ...filter }: BeneficiaryFilter & { page?: number | undefined }): void {
  void queryClient.prefetchQuery(beneficiaryListQuery(filter, page))
}

/** The beneficiaries of the account. Search and filters are in the address. */
export function BeneficiaryListScreen() {
  const { t } = useLingui()
  const account = useAccount()
  const { page = 1, ...filter } = route.useSearch()
  const { beneficiaryId } = useParams({ strict: false })
  const navigate = useNavigate()
  const beneficiaries = useQuery(beneficiaryListQuery(filter, page))
  const mayManage = account.capabilities.includes('beneficiary.manage')
  const mayPay = mayMoveMoney(account, 'transfer.create')
  const isFiltered = Object.keys(filter).length > 0
  const waiting = useWaiting(filter)
  const columns = useBeneficiaryColumns((id) => ({ ...paths.beneficiary(id), search: { ...filter, page } }), {
    last: 'lists',
    actions: ({ id, name, approval_status }) =>
      mayPay &&
      approval_status === 'approved' && (
        <LinkButton
          {...paths.newTransfer()}
          search={{ beneficiary: id }}
          variant="quiet"
          size="sm"
          icon={Send}
          isIconOnPhone
        >
          <Trans>Virer</Trans>
          <span className="sr"> {t`à ${name}`}</span>
        </LinkButton>
      ),
  })
  const create = mayManage && (
    <LinkButton {...paths.newBeneficiary()} variant="primary" icon={UserRoundPlus}>
      <Trans>Nouveau bénéficiaire</Trans>
    </LinkButton>
  )
  return (
    <Page heading={t`Bénéficiaires`} actions={create}>
      <Loaded isReady={waiting !== null}>
        {waiting !== null && waiting > 0 && <Waiting count={waiting} />}
        {(isFiltered || beneficiaries.data?.answer.length !== 0) && (
          <Filters filter={filter} count={foundIn(beneficiaries)} />
        )}
        <ListPage
          query={beneficiaries}
          caption={t`Bénéficiaires du compte`}
          columns={columns}
          hasTiles
          groups={({ answer }) => [{ id: 'all', rows: answer }]}
          rowKey={({ id }) => id}
          isSelected={({ id }) => id === beneficiaryId}
          problem={t`Les bénéficiaires n’ont pas pu être chargés`}
          empty={
            isFiltered ? (
              <EmptyState
                motif="search"
                title={t`Aucun bénéficiaire ne correspond`}
                action={<LinkButton {...paths.beneficiaries()}>{t`Voir tous les bénéficiaires`}</LinkButton>}
              />
            ) : (
              <EmptyState motif="lines" title={t`Aucun bénéficiaire`} action={create}>
                <Trans>Enregistrez une fois le compte de ceux que vous payez : vous n’aurez plus à le saisir.</Trans>
              </EmptyState>
            )
          }
          summary={(from, to, total) => t`${from}–${to} sur ${total} bénéficiaires`}
          onPage={(next, options) =>
            void navigate({ ...paths.beneficiaries(), search: { ...filter, page: next }, ...options })
          }
        />
      </Loaded>
      {beneficiaryId && (
        <BeneficiaryPanel
          key={beneficiaryId}
          id={beneficiaryId}
          onClose={() => void navigate({ ...paths.beneficiaries(), search: { ...filter, page }, resetScroll: false })}
        />
      )}
    </Page>
  )
}

/** The number of pending beneficiaries, for a user who may approve them; null until it is known. */
function useWaiting({ status }: BeneficiaryFilter): number | null {
  const mayDecide = useAccount().capabilities.includes('transfer.validate') && status !== 'pending'
  const { data, isPending } = useQuery({ ...beneficiaryListQuery({ status: 'pending' }, 1), enabled: mayDecide })
  return mayDecide && isPending ? null : mayDecide ? (data?.page?.total ?? 0) : 0
}

function Waiting({ count }: { count: number }) {
  return (
    <div className={styles.alert}>
      <InlineAlert
        tone="info"
        title={
          <Plural
            value={count}
            one="# compte de bénéficiaire à approuver"
            other="# comptes de bénéficiaires à approuver"
          />
        }
      >
        <Link className="link" {...paths.beneficiaries()} search={{ status: 'pending' }}>
          <Trans>Voir ce qui attend une décision</Trans>
        </Link>
      </InlineAlert>
    </div>
  )
}

function Filters({ filter, count }: { filter: BeneficiaryFilter; count: number | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const approvals = useApprovalLabels(useAccount().capabilities.includes('transfer.validate'))
  const lists = useQuery(listNamesQuery()).data?.answer ?? []
  const ofList = choiceFilter({
    name: 'list',
    label: t`Liste`,
    value: filter.list,
    options: lists.map(({ id, name }) => ({ value: id, label: name })),
  })
  const filters: Filter<BeneficiaryFilter>[] = [
    choiceFilter({
      name: 'international',
      label: t`Pays`,
      value: filter.international,
      options: [
        { value: 'false', label: t`Dans l’UEMOA` },
        { value: 'true', label: t`Hors UEMOA` },
      ],
    }),
    choiceFilter({
      name: 'status',
      label: t`Statut`,
      value: filter.status,
      options: (['pending', 'approved', 'refused'] as const).map((value) => ({ value, label: approvals[value].name })),
    }),
    ...(lists.length > 0 ? [ofList] : []),
  ]
  const counted = (found: number) => t`${plural(found, { one: '# bénéficiaire', other: '# bénéficiaires' })}`
  return (
    <FilterBar
      filter={filter}
      filters={filters}
      onChange={(search) => void navigate({ ...paths.beneficiaries(), search, replace: true, resetScroll: false })}
      query={(draft) => beneficiaryListQuery(draft, 1)}
      counted={counted}
      count={count}
      search={{ label: t`Rechercher un bénéficiaire`, placeholder: t`Nom, IBAN, téléphone` }}
    >
      <ExportButton
        isEmpty={!count}
        counted={counted(count ?? 0)}
        narrowed={filters.flatMap(({ text }) => text ?? [])}
        formats={[{ label: 'CSV', fetchExport: (how) => fetchBeneficiaries(filter, how) }]}
      />
    </FilterBar>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { Send, UserRoundPlus } from 'lucide-react'
import { useCallback } from 'react'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterSelect } from '../../ui/fields/FilterSelect.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { type BeneficiaryFilter, beneficiaryListQuery, listsQuery } from './beneficiary-queries.ts'
import { useApprovalLabels } from './beneficiary-labels.ts'
import { BeneficiaryPanel } from './BeneficiaryPanel.tsx'
import { useBeneficiaryColumns } from './BeneficiaryTable.tsx'
import styles from './BeneficiaryTable.module.css'
import { useUrlSearch } from '../../lib/use-url-search.ts'

const route = getRouteApi('/signed-in/main/transfers/beneficiaries')

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
        {(isFiltered || beneficiaries.data?.answer.length !== 0) && <Filters filter={filter} />}
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

/** The active filters as search parameters. */
const requested = ({ search, list, status, international }: BeneficiaryFilter) => ({
  ...(search && { search }),
  ...(list && { list }),
  ...(status && { status }),
  ...(international && { international }),
})

function Filters({ filter }: { filter: BeneficiaryFilter }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const approvals = useApprovalLabels()
  const lists = useQuery(listsQuery(1)).data?.answer ?? []
  const { search, list, status, international } = filter
  const ask = useCallback(
    (change: BeneficiaryFilter) =>
      void navigate({
        ...paths.beneficiaries(),
        search: requested({ search, list, status, international, ...change }),
        replace: true,
      }),
    [navigate, search, list, status, international],
  )
  const onSearch = useCallback((text: string) => ask({ search: text || undefined }), [ask])
  const { typed, setTyped } = useUrlSearch(search ?? '', onSearch)
  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <SearchField
          label={t`Rechercher un bénéficiaire`}
          placeholder={t`Nom, IBAN, téléphone`}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <FilterSelect
        label={t`Pays`}
        value={international ?? ''}
        options={[
          { value: 'false', label: t`Dans l’UEMOA` },
          { value: 'true', label: t`Hors UEMOA` },
        ]}
        onChange={(value) => ask({ international: value === 'true' || value === 'false' ? value : undefined })}
      />
      <FilterSelect
        label={t`Statut`}
        value={status ?? ''}
        options={(['pending', 'approved', 'refused'] as const).map((value) => ({
          value,
          label: approvals[value].name,
        }))}
        onChange={(value) =>
          ask({ status: (['pending', 'approved', 'refused'] as const).find((one) => one === value) })
        }
      />
      {lists.length > 0 && (
        <FilterSelect
          label={t`Liste`}
          value={list ?? ''}
          options={lists.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => ask({ list: value || undefined })}
        />
      )}
    </search>
  )
}

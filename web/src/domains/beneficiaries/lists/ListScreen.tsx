import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import type { BeneficiaryList } from 'contract/transfers/beneficiary-lists.ts'
import { ArrowLeft, Pencil, Send, Trash2, UserRoundPlus, Users, X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { announce, warn } from '../../../lib/banners.ts'
import { paths } from '../../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../../lib/session/session.ts'
import { LinkButton } from '../../../shell/LinkButton.tsx'
import { ListPage } from '../../../shell/ListPage.tsx'
import { Page } from '../../../shell/Page.tsx'
import { PageProblem } from '../../../shell/Problem.tsx'
import { Tag } from '../../../ui/data/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { AddMembersModal } from './AddMembersModal.tsx'
import { beneficiaryListQuery, listQuery, useChangeList } from '../beneficiary-queries.ts'
import { BeneficiaryPanel } from '../BeneficiaryPanel.tsx'
import { useBeneficiaryColumns } from '../BeneficiaryTable.tsx'
import filters from '../BeneficiaryTable.module.css'
import { ListFormModal } from './ListFormModal.tsx'
import styles from './ListsScreen.module.css'
import { RemoveListModal } from './RemoveListModal.tsx'
import { useUrlSearch } from '../../../lib/use-url-search.ts'

const route = getRouteApi('/signed-in/main/transfers/beneficiaries-list/$listId')

const Back = () => (
  <Link {...paths.beneficiaryLists()}>
    <Icon shape={ArrowLeft} size="sm" />
    <Trans>Listes de bénéficiaires</Trans>
  </Link>
)

/** One list with its members. */
export function ListScreen() {
  const { t } = useLingui()
  const { listId } = route.useParams()
  const list = useQuery(listQuery(listId))
  if (list.data) return <Members key={listId} list={list.data.answer} />
  return (
    <Page heading={t`Liste de bénéficiaires`} back={<Back />}>
      {list.isError ? (
        <PageProblem
          title={t`La liste n’a pas pu être chargée`}
          error={list.error}
          list={paths.beneficiaryLists()}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={6} hasTile hasHead />
        </Skeleton>
      )}
    </Page>
  )
}

function Members({ list }: { list: BeneficiaryList }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const account = useAccount()
  const { beneficiaryId } = useParams({ strict: false })
  const { page = 1, search = '' } = route.useSearch()
  const members = useQuery(beneficiaryListQuery({ list: list.id, search }, page))
  const mayManage = account.capabilities.includes('beneficiary.manage')
  const [open, setOpen] = useState<'edit' | 'remove' | 'add' | null>(null)
  const change = useChangeList()
  const requested = { ...(search !== '' && { search }), page }
  const onSearch = useCallback(
    (text: string) =>
      void navigate({ ...paths.beneficiaryList(list.id), search: text === '' ? {} : { search: text }, replace: true }),
    [navigate, list.id],
  )
  const { typed, setTyped } = useUrlSearch(search, onSearch)
  const takeOut = (id: string, name: string) =>
    change.mutate(
      { params: { id: list.id }, body: { remove: [id] }, done: () => announce(t`${name} n’est plus dans la liste.`) },
      { onError: (error) => warn(error.message) },
    )
  const columns = useBeneficiaryColumns((id) => ({ ...paths.listMember(list.id, id), search: requested }), {
    last: 'code',
    actions: ({ id, name }) =>
      mayManage && (
        <IconButton icon={X} size="sm" label={t`Retirer ${name} de la liste`} onClick={() => takeOut(id, name)} />
      ),
  })
  const add = mayManage && (
    <>
      <Button icon={Users} onClick={() => setOpen('add')}>
        <Trans>Ajouter des bénéficiaires</Trans>
      </Button>
      <LinkButton {...paths.newListMember(list.id)} icon={UserRoundPlus}>
        <Trans>Nouveau bénéficiaire</Trans>
      </LinkButton>
    </>
  )
  return (
    <Page
      heading={list.name}
      back={<Back />}
      context={
        <span className={styles.context}>
          {list.type && <Tag>{list.type.label}</Tag>}
          <span>
            <Plural value={list.beneficiary_count} one="# bénéficiaire" other="# bénéficiaires" />
            {list.comment && ` · ${list.comment}`}
          </span>
        </span>
      }
      actions={
        <>
          {list.beneficiary_count > 0 && mayMoveMoney(account, 'transfer.create') && (
            <LinkButton {...paths.importTransfers()} search={{ list: list.id }} variant="primary" icon={Send}>
              <Trans>Payer la liste</Trans>
            </LinkButton>
          )}
          {mayManage && (
            <>
              <Button icon={Pencil} onClick={() => setOpen('edit')}>
                <Trans>Modifier</Trans>
              </Button>
              <Button icon={Trash2} variant="danger-quiet" onClick={() => setOpen('remove')}>
                <Trans>Supprimer</Trans>
              </Button>
            </>
          )}
        </>
      }
    >
      {(list.beneficiary_count > 0 || search !== '') && (
        <div className={filters.filters}>
          <div className={filters.search}>
            <SearchField
              label={t`Rechercher dans la liste`}
              placeholder={t`Nom, IBAN`}
              value={typed}
              onChange={setTyped}
            />
          </div>
          {add}
        </div>
      )}
      <ListPage
        query={members}
        caption={t`Bénéficiaires de la liste`}
        columns={columns}
        hasTiles
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === beneficiaryId}
        problem={t`Les bénéficiaires n’ont pas pu être chargés`}
        empty={
          search === '' ? (
            <EmptyState motif="lines" title={t`Cette liste est vide`} action={add}>
              <Trans>Ajoutez des bénéficiaires enregistrés, ou créez-en un dans la liste.</Trans>
            </EmptyState>
          ) : (
            <EmptyState motif="search" title={t`Aucun bénéficiaire ne correspond`} />
          )
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} bénéficiaires`}
        onPage={(next, options) =>
          void navigate({ ...paths.beneficiaryList(list.id), search: { ...requested, page: next }, ...options })
        }
      />
      {open === 'edit' && <ListFormModal list={list} onClose={() => setOpen(null)} onSaved={() => setOpen(null)} />}
      {open === 'add' && <AddMembersModal list={list} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <RemoveListModal
          list={list}
          onClose={() => setOpen(null)}
          onRemoved={() => void navigate(paths.beneficiaryLists())}
        />
      )}
      {beneficiaryId && (
        <BeneficiaryPanel
          key={beneficiaryId}
          id={beneficiaryId}
          onClose={() => void navigate({ ...paths.beneficiaryList(list.id), search: requested, resetScroll: false })}
        />
      )}
    </Page>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { BeneficiaryList } from 'contract/transfers/beneficiary-lists.ts'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useIsOnline } from '../../../lib/api/online.ts'
import { useFormats } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { ListPage } from '../../../shell/ListPage.tsx'
import { Page } from '../../../shell/Page.tsx'
import { Tag } from '../../../ui/data/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { menuItemClass } from '../../../ui/overlays/Menu.tsx'
import { RowMenu } from '../../../ui/overlays/RowMenu.tsx'
import { type Column, Subject } from '../../../ui/data/Table.tsx'
import { Tile } from '../../../ui/Tile.tsx'
import { listsQuery } from '../beneficiary-queries.ts'
import { ListFormModal } from './ListFormModal.tsx'
import styles from './ListsScreen.module.css'
import { RemoveListModal } from './RemoveListModal.tsx'

const route = getRouteApi('/signed-in/main/transfers/beneficiary-lists')

/** The beneficiary lists of the account. */
export function ListsScreen() {
  const { t } = useLingui()
  const account = useAccount()
  const { page = 1 } = route.useSearch()
  const navigate = useNavigate()
  const lists = useQuery(listsQuery(page))
  const mayManage = account.capabilities.includes('beneficiary.manage')
  const [open, setOpen] = useState<{ act: 'edit' | 'remove'; list: BeneficiaryList } | 'new' | null>(null)
  const columns = useListColumns(mayManage ? (act, list) => setOpen({ act, list }) : null)
  const close = () => setOpen(null)
  const create = mayManage && (
    <Button variant="primary" icon={Plus} onClick={() => setOpen('new')}>
      <Trans>Nouvelle liste</Trans>
    </Button>
  )
  return (
    <Page
      heading={t`Listes de bénéficiaires`}
      context={<Trans>Réunissez ceux que vous payez ensemble.</Trans>}
      actions={create}
    >
      <ListPage
        query={lists}
        caption={t`Listes de bénéficiaires du compte`}
        columns={columns}
        hasTiles
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les listes n’ont pas pu être chargées`}
        empty={
          <EmptyState motif="lines" title={t`Aucune liste`} action={create}>
            <Trans>Salariés, fournisseurs, famille : une liste vous les montre d’un coup.</Trans>
          </EmptyState>
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} listes`}
        onPage={(next, options) => void navigate({ ...paths.beneficiaryLists(), search: { page: next }, ...options })}
      />
      {open === 'new' && (
        <ListFormModal list={null} onClose={close} onSaved={({ id }) => void navigate(paths.beneficiaryList(id))} />
      )}
      {open !== null && open !== 'new' && open.act === 'edit' && (
        <ListFormModal list={open.list} onClose={close} onSaved={close} />
      )}
      {open !== null && open !== 'new' && open.act === 'remove' && (
        <RemoveListModal list={open.list} onClose={close} onRemoved={close} />
      )}
    </Page>
  )
}

function useListColumns(
  onAct: ((act: 'edit' | 'remove', list: BeneficiaryList) => void) | null,
): Column<BeneficiaryList>[] {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { count } = useFormats()
  const members = (value: number) => <Plural value={value} one="# bénéficiaire" other="# bénéficiaires" />
  return [
    {
      id: 'list',
      kind: 'main',
      head: t`Liste`,
      cell: ({ id, name, comment, beneficiary_count }) => (
        <Subject
          tile={<Tile icon={Users} tone="brand" />}
          title={<Link {...paths.beneficiaryList(id)}>{name}</Link>}
          {...(comment && { detailOnPhone: members(beneficiary_count) })}
          detail={comment ?? <span className="on-phone">{members(beneficiary_count)}</span>}
        />
      ),
    },
    { id: 'type', kind: 'text', head: t`Type`, cell: ({ type }) => type && <Tag>{type.label}</Tag> },
    {
      id: 'count',
      kind: 'text',
      head: t`Bénéficiaires`,
      cell: ({ beneficiary_count }) => <span className="num">{count(beneficiary_count)}</span>,
    },
    {
      id: 'acts',
      kind: 'acts',
      head: t`Actions`,
      isHeadHidden: true,
      cell: (list) =>
        onAct && (
          <div className={styles.acts}>
            <RowMenu label={t`Actions sur ${list.name}`} disabled={!isOnline}>
              {(close) => (
                <>
                  {(['edit', 'remove'] as const).map((act) => (
                    <button
                      key={act}
                      type="button"
                      role="menuitem"
                      className={menuItemClass(act === 'remove')}
                      onClick={() => {
                        close()
                        onAct(act, list)
                      }}
                    >
                      {act === 'edit' ? t`Modifier la liste` : t`Supprimer la liste`}
                    </button>
                  ))}
                </>
              )}
            </RowMenu>
          </div>
        ),
    },
  ]
}

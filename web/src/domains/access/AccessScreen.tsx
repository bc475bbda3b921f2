import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Person } from 'contract/access/access.ts'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { foundIn } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { Badge, Count } from '../../ui/data/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { AccessChanges } from './AccessChanges.tsx'
import { accessChangesQuery, peopleQuery } from './access-queries.ts'
import { nameOf, usePersonStates, useRoleLine } from './access-labels.ts'
import { InviteModal } from './InviteModal.tsx'
import { PersonPanel } from './PersonPanel.tsx'

const RulesView = lazyPart(async () => (await import('../signing/RulesView.tsx')).RulesView)

const route = getRouteApi('/signed-in/main/account/access')

/** The people with access to the accounts that the user administers, and their rights. */
export function AccessScreen() {
  const { t } = useLingui()
  const search = route.useSearch()
  const { view } = search
  const { personId } = useParams({ strict: false })
  const navigate = useNavigate()
  const [isInviting, setInviting] = useState(false)
  return (
    <Page
      heading={t`Accès aux comptes`}
      actions={
        view !== 'rules' && (
          <Button variant="primary" icon={UserRoundPlus} onClick={() => setInviting(true)}>
            <Trans>Inviter une personne</Trans>
          </Button>
        )
      }
      tabs={<Views />}
    >
      {view === 'changes' ? (
        <AccessChanges />
      ) : view === 'rules' ? (
        <RulesView />
      ) : (
        <People selected={personId ?? null} />
      )}
      {isInviting && <InviteModal onClose={() => setInviting(false)} onInvited={() => setInviting(false)} />}
      {personId && (
        <PersonPanel
          key={personId}
          id={personId}
          onClose={() => void navigate({ ...paths.access(), search, resetScroll: false })}
        />
      )}
    </Page>
  )
}

function Views() {
  const { t } = useLingui()
  const { count } = useFormats()
  const { view } = route.useSearch()
  const waiting = useQuery(accessChangesQuery(1)).data?.page?.total ?? 0
  return (
    <nav className={tabs.tabs} aria-label={t`Accès aux comptes`}>
      <Link
        className={cx(tabs.tab, !view && tabs.chosen)}
        {...paths.access()}
        search={{}}
        aria-current={view ? undefined : 'page'}
      >
        <Trans>Personnes</Trans>
      </Link>
      <Link
        className={cx(tabs.tab, view === 'rules' && tabs.chosen)}
        {...paths.access()}
        search={{ view: 'rules' }}
        aria-current={view === 'rules' ? 'page' : undefined}
      >
        <Trans>Règles et plafonds</Trans>
      </Link>
      <Link
        className={cx(tabs.tab, view === 'changes' && tabs.chosen)}
        {...paths.access()}
        search={{ view: 'changes' }}
        aria-current={view === 'changes' ? 'page' : undefined}
      >
        <Trans>En attente d’accord</Trans>
        {waiting > 0 && <Count value={count(waiting)} label={t`${waiting} en attente`} />}
      </Link>
    </nav>
  )
}

function People({ selected }: { selected: string | null }) {
  const { t } = useLingui()
  const { page = 1, search = '' } = route.useSearch()
  const navigate = useNavigate()
  const people = useQuery(peopleQuery(search, page))
  const columns = usePersonColumns()
  return (
    <>
      <FilterBar
        filter={search === '' ? {} : { search }}
        filters={[]}
        onChange={(next) => void navigate({ ...paths.access(), search: next, replace: true, resetScroll: false })}
        query={(draft: { search?: string }) => peopleQuery(draft.search ?? '', 1)}
        counted={(number) => t`${plural(number, { one: '# personne', other: '# personnes' })}`}
        count={foundIn(people)}
        search={{ label: t`Rechercher une personne`, placeholder: t`Nom ou e-mail` }}
      />
      <ListPage
        query={people}
        caption={t`Personnes qui ont accès à vos comptes`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === selected}
        problem={t`Les personnes n’ont pas pu être chargées`}
        empty={<EmptyState motif="search" title={t`Personne ne correspond à « ${search} »`} />}
        summary={(from, to, total) => t`${from}–${to} sur ${total} personnes`}
        onPage={(next, options) =>
          void navigate({ ...paths.access(), search: { ...(search !== '' && { search }), page: next }, ...options })
        }
      />
    </>
  )
}

function usePersonColumns(): Column<Person>[] {
  const { t } = useLingui()
  const search = route.useSearch()
  const states = usePersonStates()
  const roleLine = useRoleLine()
  return [
    {
      id: 'person',
      kind: 'main',
      head: t`Personne`,
      cell: (person) => (
        <Subject
          title={
            <Link {...paths.accessPerson(person.id)} search={search} resetScroll={false} preload={false}>
              {person.is_self ? t`${nameOf(person)} (vous)` : nameOf(person)}
            </Link>
          }
          detailOnPhone={roleLine(person)}
          detail={person.email}
        />
      ),
    },
    { id: 'role', kind: 'text', head: t`Rôle`, cell: (person) => roleLine(person) },
    {
      id: 'accounts',
      kind: 'text',
      head: t`Comptes`,
      isWideOnly: true,
      cell: ({ account_count }) => <Plural value={account_count} one="# compte" other="# comptes" />,
    },
    {
      id: 'state',
      kind: 'status',
      head: t`Statut`,
      cell: ({ state }) => {
        if (state === 'active') return null
        const { name, tone, icon } = states[state]
        return (
          <Badge tone={tone} icon={icon}>
            {name}
          </Badge>
        )
      },
    },
  ]
}

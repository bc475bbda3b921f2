import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { MessageHead } from 'contract/accounts/messages.ts'
import { Paperclip, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { queryClient } from '../../lib/api/query.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { type Filter, foundIn, given } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { usePeriodFilter } from '../../shell/filters/period-filter.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import styles from './InboxScreen.module.css'
import { messageListQuery, type MessageSearch } from './message-queries.ts'

const route = getRouteApi('/signed-in/main/inbox')

/** Requests the list before the screen is rendered. */
export const prefetch = (search: MessageSearch): void => void queryClient.prefetchQuery(messageListQuery(search))

/** The conversations, latest first; unread ones have a dot, bold text and a label. */
export function InboxScreen(): ReactNode {
  const { t } = useLingui()
  const { page = 1, show, ...filter } = route.useSearch()
  const navigate = useNavigate()
  const messages = useQuery(messageListQuery({ page, show, ...filter }))
  const columns = useColumns()
  const mayWrite = useMayWrite()
  return (
    <Page
      heading={t`Messagerie`}
      actions={
        mayWrite && (
          <Button variant="primary" icon={Pencil} onClick={() => writeToBank()}>
            <Trans>Écrire à mon conseiller</Trans>
          </Button>
        )
      }
      tabs={<Folders />}
    >
      <Filters count={foundIn(messages)} />
      <ListPage
        query={messages}
        caption={t`Messages`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les messages n’ont pas pu être chargés`}
        empty={<Empty />}
        summary={(from, to, total) => t`${from}–${to} sur ${total} messages`}
        onPage={(next, options) =>
          void navigate({
            ...paths.inbox(),
            search: given({ ...filter, show, page: next > 1 ? next : undefined }),
            ...options,
          })
        }
      />
    </Page>
  )
}

function Empty() {
  const { t } = useLingui()
  const { show, search, from, to } = route.useSearch()
  const all = <LinkButton {...paths.inbox()}>{t`Voir tous les messages`}</LinkButton>
  if (search) return <EmptyState motif="search" title={t`Aucun message ne correspond à « ${search} »`} action={all} />
  if (from ?? to) return <EmptyState motif="search" title={t`Aucun message dans cette période`} action={all} />
  if (show === 'unread') return <EmptyState motif="lines" title={t`Aucun message non lu`} action={all} />
  if (show === 'archived') return <EmptyState motif="lines" title={t`Aucun message archivé`} action={all} />
  return (
    <EmptyState motif="lines" title={t`Aucun message`}>
      <Trans>Vos échanges avec votre banque apparaîtront ici.</Trans>
    </EmptyState>
  )
}

function Filters({ count }: { count: number | undefined }) {
  const { t } = useLingui()
  const { page: _page, ...filter } = route.useSearch()
  const navigate = useNavigate()
  const filters: Filter<MessageSearch>[] = [usePeriodFilter(filter)]
  return (
    <FilterBar
      filter={filter}
      filters={filters}
      onChange={(search) => void navigate({ ...paths.inbox(), search, replace: true, resetScroll: false })}
      query={(draft) => messageListQuery(draft)}
      counted={(found) => t`${plural(found, { one: '# message', other: '# messages' })}`}
      count={count}
      search={{ label: t`Rechercher un message`, placeholder: t`Rechercher un message` }}
    />
  )
}

function Folders() {
  const { t } = useLingui()
  const { show, page: _page, ...filter } = route.useSearch()
  const folders = [
    { id: undefined, name: t`Tous` },
    { id: 'unread', name: t`Non lus` },
    { id: 'archived', name: t`Archivés` },
  ] as const
  return (
    <nav className={tabs.tabs} aria-label={t`Messages à afficher`}>
      {folders.map(({ id, name }) => (
        <Link
          key={name}
          className={cx(tabs.tab, show === id && tabs.chosen)}
          {...paths.inbox()}
          search={given({ ...filter, show: id })}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const MAX_VISIBLE = 90
/** By whole characters: an emoji is two units of a string. */
function shorten(text: string): string {
  const signs = [...text]
  return signs.length > MAX_VISIBLE ? `${signs.slice(0, MAX_VISIBLE).join('').trimEnd()}…` : text
}

function useColumns(): Column<MessageHead>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const requested = route.useSearch()
  return [
    { id: 'date', kind: 'date', head: t`Date`, cell: ({ sent_at }) => rowDate(fromUnix(sent_at)) },
    {
      id: 'subject',
      kind: 'main',
      head: t`Objet`,
      cell: ({ id, subject, sender, sent_at, is_read, preview, letter_count, document_count }) => (
        <Subject
          title={
            <Link {...paths.message(id)} search={requested} preload={false} className={cx(!is_read && styles.unread)}>
              {subject}
              {letter_count > 1 && <span className={styles.count}> ({letter_count})</span>}
              {!is_read && <span className="sr"> {t`(non lu)`}</span>}
            </Link>
          }
          detailOnPhone={rowDate(fromUnix(sent_at))}
          detail={
            <span className={styles.detail}>
              <span className={styles.preview}>
                {sender} · {shorten(preview)}
              </span>
              {document_count > 0 && (
                <span className={styles.clip}>
                  {' '}
                  <Icon shape={Paperclip} size="sm" /> {document_count}
                  <span className="sr"> {t`pièces jointes`}</span>
                </span>
              )}
            </span>
          }
        />
      ),
    },
  ]
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { MessageHead } from 'contract/messages.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import tabs from '../../shell/tabs.module.css'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Subject } from '../../ui/Table.tsx'
import styles from './InboxScreen.module.css'
import { messageListQuery } from './message-queries.ts'

const route = getRouteApi('/signed-in/main/inbox')

/** What the bank wrote, newest first; the unread ones stand out by a dot, by weight and in words. */
export function InboxScreen() {
  const { t } = useLingui()
  const { page = 1, unread } = route.useSearch()
  const navigate = useNavigate()
  const messages = useQuery(messageListQuery(page, unread === true))
  const columns = useColumns()
  return (
    <Page heading={t`Messagerie`} tabs={<Filter />}>
      <ListPage
        query={messages}
        caption={t`Messages`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        problem={t`Les messages n’ont pas pu être chargés`}
        empty={
          unread ? (
            <EmptyState
              motif="lines"
              title={t`Aucun message non lu`}
              action={<LinkButton {...paths.inbox()}>{t`Voir tous les messages`}</LinkButton>}
            />
          ) : (
            <EmptyState motif="lines" title={t`Aucun message`}>
              <Trans>Les messages de votre banque apparaîtront ici.</Trans>
            </EmptyState>
          )
        }
        summary={(from, to, total) => t`${from}–${to} sur ${total} messages`}
        onPage={(next) => void navigate({ ...paths.inbox(), search: { page: next, ...(unread && { unread }) } })}
      />
    </Page>
  )
}

function Filter() {
  const { t } = useLingui()
  const { unread } = route.useSearch()
  return (
    <nav className={tabs.tabs} aria-label={t`Messages à afficher`}>
      <Link className={cx(tabs.tab, !unread && tabs.chosen)} {...paths.inbox()} search={{}} activeOptions={{ exact: true }}>
        <Trans>Tous</Trans>
      </Link>
      <Link className={cx(tabs.tab, unread && tabs.chosen)} {...paths.inbox()} search={{ unread: true }} activeOptions={{ exact: true }}>
        <Trans>Non lus</Trans>
      </Link>
    </nav>
  )
}

function useColumns(): Column<MessageHead>[] {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  return [
    { id: 'date', kind: 'date', head: t`Date`, cell: ({ sent_at }) => rowDate(fromUnix(sent_at)) },
    {
      id: 'subject',
      kind: 'main',
      head: t`Objet`,
      cell: ({ id, subject, sender, sent_at, is_read }) => (
        <Subject
          title={
            <Link {...paths.message(id)} preload={false} className={cx(!is_read && styles.unread)}>
              {subject}
              {!is_read && <span className="sr"> {t`(non lu)`}</span>}
            </Link>
          }
          detailOnPhone={rowDate(fromUnix(sent_at))}
          detail={sender}
        />
      ),
    },
  ]
}

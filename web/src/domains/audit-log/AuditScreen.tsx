import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type AuditEntry, SEARCH_MAX } from 'contract/access/audit.ts'
import { auditKinds } from 'contract/access/audit-labels.ts'
import type { ReactNode } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { ExportButton } from '../../shell/exports/ExportButton.tsx'
import { choiceFilter } from '../../shell/filters/choice-filter.tsx'
import { type Filter, foundIn } from '../../shell/filters/filter.ts'
import { FilterBar } from '../../shell/filters/FilterBar.tsx'
import { usePeriodFilter } from '../../shell/filters/period-filter.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { ListPage } from '../../shell/ListPage.tsx'
import { Page } from '../../shell/Page.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import styles from './JournalScreen.module.css'
import { fetchAuditLog, type AuditFilter, auditPeopleQuery, auditQuery } from './audit-queries.ts'
import { useAuthor, useDeviceName } from './audit-labels.ts'

const route = getRouteApi('/signed-in/main/account/audit')

/** The audit log of the account, for its administrators and auditors. */
export function AuditScreen(): ReactNode {
  const { t } = useLingui()
  const { page = 1, entry, ...filter } = route.useSearch()
  const navigate = useNavigate()
  const entries = useQuery(auditQuery(page, filter))
  const columns = useColumns()
  const visible = entries.data?.answer.find(({ id }) => id === entry)
  // Entries have no call of their own, and new ones move the others to later pages.
  const isMissing = entry !== undefined && !visible && entries.isSuccess && !entries.isFetching
  const isNarrowed = Object.keys(filter).length > 0
  const closePanel = () =>
    void navigate({ ...paths.auditLog(), search: { ...filter, ...(page > 1 && { page }) }, resetScroll: false })
  const isShort = filter.search !== undefined && filter.search.trim().length < 3
  return (
    <Page
      heading={t`Journal d’activité`}
      context={t`Tout ce qui a été fait sur ce compte, par vous, par d’autres et par la banque.`}
    >
      <Filters filter={filter} count={foundIn(entries)} />
      {isMissing && (
        <div className={styles.missing}>
          <InlineAlert tone="info" title={t`Cet événement n’est pas sur cette page du journal`} onClose={closePanel}>
            <Trans>Les nouveaux événements déplacent les anciens : cherchez-le par sa date ou par son auteur.</Trans>
          </InlineAlert>
        </div>
      )}
      <ListPage<AuditEntry, NonNullable<typeof entries.data>>
        query={entries}
        caption={t`Journal d’activité`}
        columns={columns}
        groups={({ answer }) => [{ id: 'all', rows: answer }]}
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === entry}
        problem={t`Le journal n’a pas pu être chargé`}
        empty={
          isNarrowed ? (
            <EmptyState
              motif="search"
              title={t`Aucun événement ne correspond`}
              action={<LinkButton {...paths.auditLog()}>{t`Voir tout le journal`}</LinkButton>}
            >
              {isShort && (
                <Trans>
                  Deux lettres ne sont cherchées que parmi les événements récents : écrivez-en trois ou plus.
                </Trans>
              )}
            </EmptyState>
          ) : (
            <EmptyState motif="lines" title={t`Aucun événement`}>
              <Trans>Chaque action faite sur ce compte paraîtra ici, avec son auteur.</Trans>
            </EmptyState>
          )
        }
        summary={(from, to, total, count) =>
          filter.search && count >= SEARCH_MAX
            ? t`${from}–${to} des ${total} plus récents : précisez la recherche pour remonter plus loin`
            : t`${from}–${to} sur ${total} événements`
        }
        onPage={(next) =>
          void navigate({ ...paths.auditLog(), search: { ...filter, ...(next > 1 && { page: next }) } })
        }
      />
      {visible && <EntryPanel key={visible.id} entry={visible} onClose={closePanel} />}
    </Page>
  )
}

function Filters({ filter, count }: { filter: AuditFilter; count: number | undefined }): ReactNode {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const people = useQuery(auditPeopleQuery()).data?.answer ?? []
  const kinds = (Object.keys(auditKinds) as (keyof typeof auditKinds)[]).filter((kind) => kind !== 'person')
  const filters: Filter<AuditFilter>[] = [
    usePeriodFilter(filter),
    choiceFilter({
      name: 'person',
      label: t`Auteur`,
      value: filter.person,
      options: [{ value: 'bank', label: t`La banque` }, ...people.map(({ id, name }) => ({ value: id, label: name }))],
    }),
    choiceFilter({
      name: 'kind',
      label: t`Type`,
      value: filter.kind,
      options: kinds.map((kind) => ({ value: kind, label: auditKinds[kind][lang] })),
    }),
  ]
  const counted = (found: number) => t`${plural(found, { one: '# événement', other: '# événements' })}`
  return (
    <FilterBar
      filter={filter}
      filters={filters}
      onChange={(search) => void navigate({ ...paths.auditLog(), search, replace: true, resetScroll: false })}
      query={(draft) => auditQuery(1, draft)}
      counted={counted}
      count={count}
      search={{ label: t`Rechercher dans le journal`, placeholder: t`Action, personne, montant` }}
    >
      <ExportButton
        isEmpty={!count}
        counted={counted(count ?? 0)}
        narrowed={filters.flatMap(({ text }) => text ?? [])}
        formats={[{ label: 'CSV', fetchExport: (how) => fetchAuditLog(filter, how) }]}
      />
    </FilterBar>
  )
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useLingui()
  const lang = useLanguage()
  const { rowDate, time } = useFormats()
  const [author, deviceName] = [useAuthor(), useDeviceName()]
  const search = route.useSearch()
  // French has a narrow space before a colon.
  const colon = lang === 'fr' ? '\u00A0:' : ':'
  const moment = ({ at }: AuditEntry) => `${rowDate(fromUnix(at))} · ${time(fromUnix(at))}`
  return [
    { id: 'at', kind: 'date', head: t`Date`, cell: moment },
    {
      id: 'act',
      kind: 'main',
      head: t`Action`,
      cell: (entry) => (
        <Subject
          title={
            <Link {...paths.auditLog()} search={{ ...search, entry: entry.id }} resetScroll={false}>
              {entry.label}
            </Link>
          }
          detailOnPhone={`${moment(entry)} · ${author(entry)}`}
          detail={[
            entry.subject,
            ...entry.details.slice(0, 2).map(({ name, after }) => `${name}${colon} ${after ?? '–'}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ),
    },
    { id: 'by', kind: 'text', head: t`Auteur`, cell: author },
    { id: 'where', kind: 'text', head: t`Appareil`, isWideOnly: true, cell: deviceName },
  ]
}

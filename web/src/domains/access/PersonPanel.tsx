import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Person } from 'contract/access/access.ts'
import { capabilityLabels, rightLabels } from 'contract/access/access-labels.ts'
import { type Grant, inOrder, roles } from 'contract/roles.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useDelayedSearch } from '../../lib/use-delayed-search.ts'
import { BlockProblem, PageProblem } from '../../shell/Problem.tsx'
import { Badge } from '../../ui/data/Badge.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { Ledger } from '../../ui/data/Ledger.tsx'
import { Pagination } from '../../ui/data/Pagination.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { SkeletonBlock, Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import styles from './AccessScreen.module.css'
import { personAccountsQuery, personHistoryQuery, personQuery } from './access-queries.ts'
import { nameOf, useEventLabels, usePersonStates, useRoleLine, useRoleName } from './access-labels.ts'
import { ChangeAccessModal } from './ChangeAccessModal.tsx'
import { PersonActions } from './PersonActions.tsx'

/** One person beside the list, with an own address. */
export function PersonPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const person = useQuery(personQuery(id))
  const account = useAccount()
  // Of an account on which the administrator has no right only the last digits are known.
  const accounts = useQuery(personAccountsQuery(id, account.number.replaceAll('•', ''), 1))
  const selected = accounts.data?.answer.find(({ account_id }) => account_id === account.uuid)
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <SidePanel
        title={t`Accès d’une personne`}
        onClose={onClose}
        foot={
          person.data && (
            <PersonActions
              person={person.data.answer}
              onChange={() => setChanging(true)}
              isChangeComing={isChanging && accounts.isPending}
              onRemoved={onClose}
            />
          )
        }
      >
        {person.isPending && (
          <Skeleton>
            <SkeletonBlock width={14} height={2.25} />
            <SkeletonRows count={5} />
          </Skeleton>
        )}
        {person.isLoadingError && (
          <PageProblem
            title={t`La personne n’a pas pu être chargée`}
            error={person.error}
            list={onClose}
            onRetry={() => void person.refetch()}
          />
        )}
        {person.data && (
          <>
            <Hero person={person.data.answer} />
            {accounts.isLoadingError && (
              <BlockProblem
                text={t`Les droits sur ce compte n’ont pas pu être chargés.`}
                onRetry={() => void accounts.refetch()}
              />
            )}
            {selected?.has_access && <SelectedAccountRights grant={selected} />}
            <PersonAccounts id={id} />
            <History id={id} />
          </>
        )}
      </SidePanel>
      {/* The form starts with the person's current rights: it waits for them, and stays when a later refresh fails. */}
      {isChanging && person.data && accounts.data && (
        <ChangeAccessModal
          person={person.data.answer}
          grant={inOrder(selected?.has_access ? selected : roles.viewer)}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  )
}

function Hero({ person }: { person: Person }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const roleLine = useRoleLine()
  const { name, tone, icon } = usePersonStates()[person.state]
  const facts: (DetailItem | false)[] = [
    { name: t`Rôle`, value: roleLine(person) },
    person.email !== null && { name: t`Adresse e-mail`, value: person.email },
    { name: t`Comptes`, value: <Plural value={person.account_count} one="# compte" other="# comptes" /> },
    person.expires_at !== null && {
      name: t`Invitation valable jusqu’au`,
      value: longDate(fromUnix(person.expires_at)),
    },
  ]
  return (
    <>
      <div className={styles.hero}>
        <p className={styles.name}>{nameOf(person)}</p>
        <Badge tone={tone} icon={icon}>
          {name}
        </Badge>
      </div>
      <DetailList facts={facts.filter((fact) => fact !== false)} />
    </>
  )
}

/** The person's rights on the selected account. */
function SelectedAccountRights({ grant }: { grant: Grant }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const name = accountName(useAccount().label)
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>
        <Trans>Sur {name}</Trans>
      </h3>
      <DetailList
        facts={[
          {
            name: t`Rubriques visibles`,
            value: grant.rights.map((right) => rightLabels[right][lang]).join(', ') || t`Aucune`,
          },
          {
            name: t`Habilitations`,
            value: grant.capabilities.map((one) => capabilityLabels[one][lang]).join(', ') || t`Aucune`,
          },
        ]}
      />
    </section>
  )
}

function PersonAccounts({ id }: { id: string }) {
  const { t } = useLingui()
  const { count } = useFormats()
  const roleName = useRoleName()
  const { typed, setTyped, search, page, setPage } = useDelayedSearch()
  const accounts = useQuery(personAccountsQuery(id, search, page))
  if (accounts.isPending) return null
  if (accounts.isLoadingError)
    return <BlockProblem text={t`Les comptes n’ont pas pu être chargés.`} onRetry={() => void accounts.refetch()} />
  const { answer, page: visible } = accounts.data
  const isLong = (visible?.count ?? 1) > 1 || search !== ''
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>
        <Trans>Compte par compte</Trans>
      </h3>
      {isLong && (
        <SearchField
          label={t`Rechercher un compte`}
          placeholder={t`Nom, numéro ou IBAN`}
          value={typed}
          onChange={setTyped}
        />
      )}
      <Ledger
        rows={answer.map(({ account_id, label, number, role, has_access }) => ({
          id: account_id,
          title: accountName(label),
          detail: <span className="num">{groupByFour(number)}</span>,
          end: has_access ? roleName(role) : <span className="muted">{t`Aucun accès`}</span>,
        }))}
      />
      {visible && visible.count > 1 && (
        <Pagination
          isNarrow
          page={visible.current}
          pageCount={visible.count}
          onPage={setPage}
          summary={t`${count(visible.total)} comptes`}
        />
      )}
    </section>
  )
}

function History({ id }: { id: string }) {
  const { t } = useLingui()
  const { dateTime, count } = useFormats()
  const eventLabels = useEventLabels()
  const [page, setPage] = useState(1)
  const history = useQuery(personHistoryQuery(id, page))
  if (!history.isSuccess || history.data.answer.length === 0) return null
  const { answer, page: visible } = history.data
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>
        <Trans>Historique</Trans>
      </h3>
      <Ledger
        rows={answer.map((event) => ({
          id: event.id,
          title: eventLabels(event),
          detail: t`${dateTime(fromUnix(event.at))} · ${event.by}`,
          end: event.account_count > 1 && <Plural value={event.account_count} one="# compte" other="# comptes" />,
        }))}
      />
      {visible && visible.count > 1 && (
        <Pagination
          isNarrow
          page={visible.current}
          pageCount={visible.count}
          onPage={setPage}
          summary={t`${count(visible.total)} modifications`}
        />
      )}
    </section>
  )
}

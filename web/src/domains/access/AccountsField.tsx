import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AccessInput } from 'contract/access/access.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { useFormats } from '../../lib/formats.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useDelayedSearch } from '../../lib/use-delayed-search.ts'
import { BlockProblem } from '../../shell/Problem.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { Pagination } from '../../ui/data/Pagination.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { administeredQuery } from './access-queries.ts'

type Accounts = AccessInput['accounts']
type Scope = 'this' | 'all' | 'some'
type Props = { value: Accounts; onChange: (accounts: Accounts) => void; error: string | null }

/** Selects this account, all administered accounts, or some of them; the selection is kept over pages. */
export function AccountsField({ value, onChange, error }: Props) {
  const { t } = useLingui()
  const account = useAccount()
  const total = useQuery(administeredQuery('', 1)).data?.page?.total
  const [scope, setScope] = useState<Scope>(value === 'all' ? 'all' : 'this')
  if (total === 1) return null
  const choose = (next: Scope) => {
    setScope(next)
    onChange(next === 'all' ? 'all' : [account.uuid])
  }
  return (
    <>
      <SelectField
        name="accounts"
        label={t`Comptes concernés`}
        value={scope}
        error={error}
        options={[
          { value: 'this', label: `${accountName(account.label)} ${groupByFour(account.number)}` },
          { value: 'all', label: total === undefined ? t`Tous les comptes` : t`Tous les comptes (${total})` },
          { value: 'some', label: t`Choisir des comptes` },
        ]}
        onChange={choose}
      />
      {scope === 'some' && value !== 'all' && <AccountChecks chosen={value} onChange={onChange} />}
    </>
  )
}

function AccountChecks({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t } = useLingui()
  const { count } = useFormats()
  const { typed, setTyped, search, page, setPage } = useDelayedSearch()
  const accounts = useQuery(administeredQuery(search, page))
  const visible = accounts.data?.page
  const number = chosen.length
  return (
    <>
      <SearchField
        label={t`Rechercher un compte`}
        placeholder={t`Nom, numéro ou IBAN`}
        value={typed}
        onChange={setTyped}
      />
      <p className="muted small" role="status">
        <Plural value={number} one="# compte choisi" other="# comptes choisis" />
      </p>
      {accounts.isPending && (
        <Skeleton>
          <SkeletonRows count={4} />
        </Skeleton>
      )}
      {accounts.isLoadingError && (
        <BlockProblem text={t`Les comptes n’ont pas pu être chargés.`} onRetry={() => void accounts.refetch()} />
      )}
      {accounts.data?.answer.length === 0 && (
        <p>
          <Trans>Aucun compte ne correspond à « {search} ».</Trans>
        </p>
      )}
      {accounts.data && (
        <div className="coming" aria-busy={accounts.isPlaceholderData || undefined}>
          <Checks
            legend={t`Comptes`}
            isLegendHidden
            options={accounts.data.answer.map((administered) => ({
              value: administered.account_id,
              label: accountName(administered.label),
              detail: groupByFour(administered.number),
            }))}
            chosen={chosen}
            onChange={(id, isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        </div>
      )}
      {visible && visible.count > 1 && (
        <Pagination
          isNarrow
          page={visible.current}
          pageCount={visible.count}
          onPage={setPage}
          summary={t`${count(visible.total)} comptes`}
        />
      )}
    </>
  )
}

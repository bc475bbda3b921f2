import { groupByFour } from 'contract/values/iban.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { initialsOf, useFormats } from '../../lib/formats.ts'
import { useDelayedSearch } from '../../lib/use-delayed-search.ts'
import { BlockProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Pagination } from '../../ui/data/Pagination.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { beneficiaryListQuery } from './beneficiary-queries.ts'
import styles from './BeneficiaryPicker.module.css'
import { Approval } from './BeneficiaryTable.tsx'

type Props = {
  value: { id: string | null } | null
  onChange: (beneficiary: Beneficiary) => void
  error: string | null
  /** Additional payees before the saved ones, for the search text. */
  first: (search: string) => ReactNode
  /** Whether the payees before the saved ones are known: both appear together. */
  isReady: boolean
  /** The link to add a new beneficiary. */
  create?: ReactNode
}

/** Selects a saved beneficiary, or one of the entries before them. */
export function BeneficiaryPicker({ value, onChange, error, first, isReady, create }: Props) {
  const { t } = useLingui()
  const { count } = useFormats()
  const id = useId()
  const { typed, setTyped, search, page, setPage } = useDelayedSearch()
  const beneficiaries = useQuery(beneficiaryListQuery({ search }, page))
  const visible = beneficiaries.data?.page
  const found = beneficiaries.data?.answer ?? []
  const isLoading = !isReady || beneficiaries.isPending
  if (isReady && beneficiaries.isSuccess && found.length === 0 && search === '' && typed === '')
    return (
      <div className={styles.picker}>
        {first('')}
        <EmptyState motif="lines" title={t`Aucun bénéficiaire`} action={create}>
          <Trans>Vos bénéficiaires enregistrés apparaîtront ici.</Trans>
        </EmptyState>
      </div>
    )
  return (
    <div className={styles.picker}>
      <SearchField
        isLarge
        label={t`Rechercher un bénéficiaire`}
        placeholder={t`Nom, entreprise ou IBAN`}
        value={typed}
        onChange={setTyped}
      />
      {isLoading ? (
        <Skeleton>
          <SkeletonRows count={12} hasTile hasHead />
        </Skeleton>
      ) : (
        <>
          {first(search)}
          <fieldset
            className={cx(styles.choices, 'coming')}
            role="radiogroup"
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : `${id}-error`}
            aria-busy={beneficiaries.isPlaceholderData || undefined}
          >
            <legend className={styles.legend}>
              <span className="h3">
                <Trans>Bénéficiaires enregistrés</Trans>
              </span>
              {visible && (
                <span className="muted small num" role="status">
                  {count(visible.total)}
                </span>
              )}
            </legend>
            {error && (
              <p className={styles.error} id={`${id}-error`}>
                <Icon shape={CircleAlert} size="sm" />
                {error}
              </p>
            )}
            {beneficiaries.isError && (
              <BlockProblem
                text={t`Les bénéficiaires n’ont pas pu être chargés.`}
                onRetry={() => void beneficiaries.refetch()}
              />
            )}
            {beneficiaries.isSuccess && found.length === 0 && (
              <EmptyState
                motif="search"
                isSmall
                title={t`Aucun résultat`}
                action={
                  <Button onClick={() => setTyped('')}>
                    <Trans>Effacer la recherche</Trans>
                  </Button>
                }
              >
                <Trans>Aucun bénéficiaire ne correspond à « {search} ».</Trans>
              </EmptyState>
            )}
            {found.map((beneficiary) => (
              <ChoiceRow
                key={beneficiary.id}
                name="beneficiary_id"
                value={beneficiary.id}
                isChosen={beneficiary.id === value?.id}
                onChoose={() => onChange(beneficiary)}
                before={<Tile letters={initialsOf(beneficiary.name)} />}
                title={beneficiary.name}
                detail={groupByFour(beneficiary.iban)}
                isDisabled={beneficiary.approval_status !== 'approved'}
                after={<Approval status={beneficiary.approval_status} />}
              />
            ))}
          </fieldset>
          {create && <div>{create}</div>}
        </>
      )}
      {visible && visible.count > 1 && (
        <Pagination
          page={visible.current}
          pageCount={visible.count}
          onPage={setPage}
          summary={t`Page ${visible.current} sur ${visible.count}`}
        />
      )}
    </div>
  )
}

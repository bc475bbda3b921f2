import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FormModal } from '../forms/FormModal.tsx'
import { type Filter, given, type ListQuery, type ListReply } from './filter.ts'
import styles from './FilterBar.module.css'
import { useFilterDraft } from './use-filter-draft.ts'

type Props<F, R extends ListReply> = {
  filter: F
  filters: readonly Filter<F>[]
  query: ListQuery<F, R>
  counted: (count: number) => string
  onChange: (filter: F) => void
  onClose: () => void
  /** Above the filters. */
  lead?: ReactNode
}

/** All filters of a list; the list changes when the sheet is applied. */
export function FilterSheet<F extends object, R extends ListReply>({
  filter,
  filters,
  query,
  counted,
  onChange,
  onClose,
  lead,
}: Props<F, R>) {
  const { t } = useLingui()
  const { draft, set, isTried, count, form, apply } = useFilterDraft({ filter, filters, query, onChange })
  return (
    <FormModal
      title={t`Filtres`}
      verb={count === undefined ? t`Afficher le résultat` : t`Afficher ${counted(count)}`}
      form={form}
      secondary={
        <Button
          onClick={() => {
            onChange(given(filters.reduce((rest, { cleared }) => ({ ...rest, ...cleared }), filter)))
            onClose()
          }}
        >
          <Trans>Effacer</Trans>
        </Button>
      }
      onSubmit={() => apply(onClose)}
      onClose={onClose}
    >
      {lead}
      <div className={styles.sheet} data-filters="sheet">
        {filters.map((one) => (
          <fieldset key={one.id}>
            <legend className={styles.legend}>{one.label}</legend>
            {one.field({ draft, set, isTried })}
          </fieldset>
        ))}
      </div>
    </FormModal>
  )
}

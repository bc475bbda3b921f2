import { Trans, useLingui } from '@lingui/react/macro'
import { transferStatuses } from 'contract/transfers/transfer-status-codes.ts'
import { transferStatusLabels, validationLabels } from 'contract/transfers/transfer-statuses.ts'
import { transferTypes, validationStatuses } from 'contract/transfers/transfers.ts'
import { Calendar, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { PeriodFields } from '../../shell/forms/PeriodFields.tsx'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { FilterChip } from '../../ui/fields/FilterChip.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import styles from './TransferFilters.module.css'
import { useTransferTypes } from './transfer-labels.ts'
import type { TransferFilter } from './transfer-queries.ts'

const SEARCH_DELAY_MS = 300

type Props = { filter: TransferFilter; onChange: (filter: TransferFilter) => void }

/** The filter bar: a search, and chips that become their value. All filters are in the address. */
export function TransferFilters({ filter, onChange }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const types = useTransferTypes()
  const [typed, setTyped] = useState(filter.search ?? '')
  const narrow = (part: { [Name in keyof TransferFilter]?: TransferFilter[Name] | undefined }) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined && value !== '')
    onChange(Object.fromEntries(next))
  }
  useEffect(() => {
    const search = typed.trim()
    if (search === (filter.search ?? '')) return
    const timer = setTimeout(() => narrow({ search: search || undefined }), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
    // Only the typed text triggers a search; the other filters are read when it runs.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed])
  const { status, validation, type, from, to } = filter
  const period = usePeriodText(filter)
  const set = [status, validation, type, from ?? to].filter(Boolean).length
  const [isOpen, setOpen] = useState(set > 0)
  return (
    <div className={cx(styles.filters, isOpen && styles.open)} role="search">
      <SearchField
        label={t`Rechercher un virement`}
        placeholder={t`Nom, motif, montant`}
        value={typed}
        onChange={setTyped}
      />
      <Button icon={SlidersHorizontal} isIconOnPhone aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>Filtres</Trans>
      </Button>
      <div className={styles.chips}>
        <FilterChip
          label={t`Période`}
          icon={Calendar}
          value={period}
          clearLabel={t`Effacer la période`}
          onClear={() => narrow({ from: undefined, to: undefined })}
        >
          {(close) => (
            <>
              <PeriodFields period={filter} onChange={narrow} />
              <Button onClick={close}>
                <Trans>Fermer</Trans>
              </Button>
            </>
          )}
        </FilterChip>
        <FilterChip
          label={t`Statut`}
          value={status ? transferStatusLabels[status][language] : null}
          clearLabel={t`Effacer le statut`}
          onClear={() => narrow({ status: undefined })}
        >
          {(close) => (
            <Choices
              name="status"
              label={t`Statut`}
              options={transferStatuses.map((value) => ({ value, label: transferStatusLabels[value][language] }))}
              chosen={status ?? null}
              onChoose={(value) => {
                narrow({ status: value })
                close()
              }}
            />
          )}
        </FilterChip>
        <FilterChip
          label={t`Type`}
          value={type ? types[type] : null}
          clearLabel={t`Effacer le type`}
          onClear={() => narrow({ type: undefined })}
        >
          {(close) => (
            <Choices
              name="type"
              label={t`Type`}
              options={transferTypes.map((value) => ({ value, label: types[value] }))}
              chosen={type ?? null}
              onChoose={(value) => {
                narrow({ type: value })
                close()
              }}
            />
          )}
        </FilterChip>
        <FilterChip
          label={t`Validation`}
          value={validation ? validationLabels[validation][language] : null}
          clearLabel={t`Effacer la validation`}
          onClear={() => narrow({ validation: undefined })}
        >
          {(close) => (
            <Choices
              name="validation"
              label={t`Validation`}
              options={validationStatuses.map((value) => ({ value, label: validationLabels[value][language] }))}
              chosen={validation ?? null}
              onChoose={(value) => {
                narrow({ validation: value })
                close()
              }}
            />
          )}
        </FilterChip>
        {set + (filter.search ? 1 : 0) > 1 && (
          <button
            type="button"
            className="link"
            onClick={() => {
              setTyped('')
              onChange({})
            }}
          >
            <Trans>Tout effacer</Trans>
          </button>
        )}
      </div>
    </div>
  )
}

type ChoicesProps<T extends string> = {
  name: string
  label: string
  options: readonly { value: T; label: string }[]
  chosen: T | null
  onChoose: (value: T) => void
}

/** One value of a few: choosing it closes the window. */
const Choices = <T extends string>({ name, label, options, chosen, onChoose }: ChoicesProps<T>) => (
  <div role="radiogroup" aria-label={label} className={styles.choices}>
    {options.map((option) => (
      <ChoiceRow
        key={option.value}
        name={name}
        value={option.value}
        isChosen={option.value === chosen}
        onChoose={() => onChoose(option.value)}
        title={option.label}
      />
    ))}
  </div>
)

/** "1er – 30 nov."; null without a period. */
function usePeriodText({ from, to }: TransferFilter): string | null {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const [first, last] = [from && rowDate(fromPlainDate(from)), to && rowDate(fromPlainDate(to))]
  if (first && last) return `${first} – ${last}`
  if (first) return t`Depuis le ${first}`
  return last ? t`Jusqu’au ${last}` : null
}

import { Trans, useLingui } from '@lingui/react/macro'
import { transferStatuses } from 'contract/transfers/transfer-status-codes.ts'
import { transferStatusLabels, type TransferStatus, validationLabels } from 'contract/transfers/transfer-statuses.ts'
import { type Transfer, validationStatuses } from 'contract/transfers/transfers.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage } from '../../lib/language.ts'
import { PeriodFields } from '../../shell/forms/PeriodFields.tsx'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './TransferFilters.module.css'
import type { TransferFilter } from './transfer-queries.ts'

const SEARCH_DELAY_MS = 300

/** The filters of the list. All of them are in the address. */
export function TransferFilters({
  filter,
  onChange,
}: {
  filter: TransferFilter
  onChange: (filter: TransferFilter) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
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
  const [isOpen, setOpen] = useState(false)
  const isNarrowed = Boolean(filter.search ?? filter.status ?? filter.validation ?? filter.from ?? filter.to)
  return (
    <div className={cx(styles.filters, isOpen && styles.open)} role="search">
      <div>
        <SearchField
          label={t`Rechercher un virement`}
          placeholder={t`Bénéficiaire, libellé, montant`}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <Button icon={SlidersHorizontal} isIconOnPhone aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>Filtres</Trans>
      </Button>
      <SelectField<TransferStatus | ''>
        name="status"
        label={t`Statut`}
        value={filter.status ?? ''}
        options={[
          { value: '', label: t`Tous` },
          ...transferStatuses.map((value) => ({ value, label: transferStatusLabels[value][language] })),
        ]}
        onChange={(status) => narrow({ status: status === '' ? undefined : status })}
      />
      <SelectField<Transfer['validation_status'] | ''>
        name="validation"
        label={t`Validation`}
        value={filter.validation ?? ''}
        options={[
          { value: '', label: t`Toutes` },
          ...validationStatuses.map((value) => ({ value, label: validationLabels[value][language] })),
        ]}
        onChange={(validation) => narrow({ validation: validation === '' ? undefined : validation })}
      />
      <PeriodFields period={filter} onChange={narrow} />
      {isNarrowed && (
        <Button
          onClick={() => {
            setTyped('')
            onChange(filter.type ? { type: filter.type } : {})
          }}
        >
          <Trans>Effacer les filtres</Trans>
        </Button>
      )}
    </div>
  )
}

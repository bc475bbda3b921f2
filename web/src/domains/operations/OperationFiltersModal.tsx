import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { type Operation, operationTypes } from 'contract/accounts/operations.ts'
import { problems } from 'contract/problems.ts'
import { useState } from 'react'
import { translate } from '../../lib/language.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { useAccount, useSession } from '../../lib/session/session.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Button } from '../../ui/Button.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { isDay } from '../../ui/fields/date-typing.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { categoriesQuery, operationListQuery, type OperationSearch } from './operation-queries.ts'
import styles from './OperationFiltersModal.module.css'

type Props = {
  filter: OperationSearch
  onChange: (filter: OperationSearch) => void
  onViews: () => void
  onClose: () => void
}

const dayProblem = (text: string) => (text === '' || isDay(text) ? null : translate(problems.date_invalid))

/** All filters of the list; the list is updated when the dialog closes. */
export function OperationFiltersModal({ filter, onChange, onViews, onClose }: Props) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const { user } = useSession()
  const types = useLabels(operationTypeLabels)
  const categories = useQuery(categoriesQuery()).data?.answer ?? []
  const [accounts, setAccounts] = useState<'one' | 'all'>(filter.account ?? 'one')
  const [sign, setSign] = useState<'all' | 'credit' | 'debit'>(filter.sign ?? 'all')
  const [type, setType] = useState<'all' | Operation['type']>(filter.type ?? 'all')
  const [from, setFrom] = useState(filter.from ?? '')
  const [to, setTo] = useState(filter.to ?? '')
  const [min, setMin] = useState<AmountDraft>(filter.min ?? null)
  const [max, setMax] = useState<AmountDraft>(filter.max ?? null)
  const [chosen, setChosen] = useState<readonly string[]>(filter.categories?.split(',') ?? [])
  const [documents, setDocuments] = useState<'all' | 'with' | 'without'>(filter.documents ?? 'all')
  const [rejections, setRejections] = useState(0)

  const found = {
    from: dayProblem(from),
    to: dayProblem(to) ?? (from !== '' && to !== '' && to < from ? translate(problems.period_reversed) : null),
    max: typeof min === 'number' && typeof max === 'number' && max < min ? translate(problems.amounts_reversed) : null,
  }
  const next: OperationSearch = {
    search: filter.search,
    account: accounts === 'all' ? 'all' : undefined,
    sign: sign === 'all' ? undefined : sign,
    type: type === 'all' ? undefined : type,
    from: from || undefined,
    to: to || undefined,
    min: typeof min === 'number' ? min : undefined,
    max: typeof max === 'number' ? max : undefined,
    categories: chosen.length > 0 ? chosen.join(',') : undefined,
    documents: documents === 'all' ? undefined : documents,
  }
  const isReadable = !found.from && !found.to && !found.max
  const counted = useQuery({
    ...operationListQuery(1, Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))),
    enabled: isReadable,
  })
  const total = counted.isPlaceholderData || !isReadable ? undefined : counted.data?.page?.total
  const error = rejections > 0 ? found : { from: null, to: null, max: null }
  const show = () => {
    if (found.from || found.to || found.max) return setRejections(rejections + 1)
    onChange(next)
    onClose()
  }
  return (
    <FormModal
      title={t`Filtrer les opérations`}
      verb={
        total === undefined
          ? t`Afficher les opérations`
          : t`${plural(total, { one: 'Afficher # opération', other: 'Afficher # opérations' })}`
      }
      form={{ rejections, hasProblems: Boolean(error.from ?? error.to ?? error.max) }}
      secondary={
        <Button
          onClick={() => {
            onChange({ search: filter.search })
            onClose()
          }}
        >
          <Trans>Effacer</Trans>
        </Button>
      }
      onSubmit={show}
      onClose={onClose}
    >
      <button type="button" className="link" onClick={onViews}>
        <Trans>Vues enregistrées</Trans>
      </button>
      {user && user.accounts.count > 1 && (
        <div className={styles.accounts}>
          <Segmented
            label={t`Comptes`}
            value={accounts}
            options={[
              { value: 'one', label: t`Ce compte` },
              { value: 'all', label: t`Tous les comptes` },
            ]}
            onChange={setAccounts}
          />
          {accounts === 'all' && (
            <p className="muted small">
              <Trans>
                Tous ceux dont vous voyez les opérations. Un montant est cherché dans les comptes de même devise que
                celui-ci ; les catégories se choisissent compte par compte.
              </Trans>
            </p>
          )}
        </div>
      )}
      <Segmented
        label={t`Sens`}
        value={sign}
        options={[
          { value: 'all', label: t`Tous` },
          { value: 'credit', label: t`Entrées` },
          { value: 'debit', label: t`Sorties` },
        ]}
        onChange={setSign}
      />
      <div className={styles.dates}>
        <DateField name="from" label={t`Du`} value={from} month="first" error={error.from} onChange={setFrom} />
        <DateField name="to" label={t`Au`} value={to} month="last" error={error.to} onChange={setTo} />
      </div>
      <div className={styles.pair}>
        <MoneyField
          size="md"
          name="min"
          label={t`Montant min.`}
          value={min}
          error={null}
          currency={currency}
          onChange={setMin}
        />
        <MoneyField
          size="md"
          name="max"
          label={t`Montant max.`}
          value={max}
          error={error.max}
          currency={currency}
          onChange={setMax}
        />
      </div>
      <SelectField
        name="type"
        label={t`Type`}
        value={type}
        error={null}
        options={[{ value: 'all', label: t`Tous` }, ...operationTypes.map((value) => ({ value, label: types[value] }))]}
        onChange={setType}
      />
      <SelectField
        name="documents"
        label={t`Pièces jointes`}
        value={documents}
        error={null}
        options={[
          { value: 'all', label: t`Avec ou sans` },
          { value: 'with', label: t`Avec pièce jointe` },
          { value: 'without', label: t`Sans pièce jointe` },
        ]}
        onChange={setDocuments}
      />
      {categories.length > 0 && (
        <Checks
          legend={t`Catégories`}
          options={categories.map(({ id, label, operation_count }) => ({
            value: id,
            label,
            detail: t`${plural(operation_count, { one: '# opération', other: '# opérations' })}`,
          }))}
          chosen={chosen}
          onChange={(id, isChosen) => setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      )}
    </FormModal>
  )
}

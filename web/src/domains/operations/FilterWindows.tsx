import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { periodNames } from 'contract/accounts/operation-views.ts'
import { problems } from 'contract/problems.ts'
import { tintOfCategory } from 'contract/values/identity.ts'
import { folded } from 'contract/values/folded.ts'
import { type ReactNode, useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { translate } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import { Button } from '../../ui/Button.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { DateField } from '../../ui/fields/DateField.tsx'
import { isDay } from '../../ui/fields/date-typing.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './FilterWindows.module.css'
import { categoriesQuery, operationListQuery, type OperationSearch } from './operation-queries.ts'
import { periodNamed, periodOf } from './periods.ts'

type Props = { filter: OperationSearch; onChange: (filter: OperationSearch) => void; close: () => void }

/** The button that shows what the window would find: it counts before it is pressed. */
function Foot({
  next,
  isUnreadable = false,
  onClear,
  onShow,
}: {
  next: OperationSearch
  isUnreadable?: boolean
  onClear: () => void
  onShow: () => void
}) {
  const { t } = useLingui()
  const set = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
  const counted = useQuery({ ...operationListQuery(1, set), enabled: !isUnreadable })
  const total = counted.isPlaceholderData ? undefined : counted.data?.page?.total
  return (
    <div className={styles.foot}>
      <Button variant="quiet" onClick={onClear}>
        <Trans>Effacer</Trans>
      </Button>
      <Button variant="primary" onClick={onShow}>
        {total === undefined
          ? t`Afficher les opérations`
          : t`${plural(total, { one: 'Afficher # opération', other: 'Afficher # opérations' })}`}
      </Button>
    </div>
  )
}

function Window({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className={styles.window}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

const dayProblem = (text: string) => (text === '' || isDay(text) ? null : translate(problems.date_invalid))

export function PeriodWindow({ filter, onChange, close }: Props) {
  const { t } = useLingui()
  const [now] = useState(() => new Date())
  const [from, setFrom] = useState(filter.from ?? '')
  const [to, setTo] = useState(filter.to ?? '')
  const [isTried, setTried] = useState(false)
  const periods = {
    month: t`Ce mois-ci`,
    'last-month': t`Le mois dernier`,
    'three-months': t`Trois mois`,
    year: t`Cette année`,
  }
  const named = periodNamed({ from, to }, now)
  const error = {
    from: dayProblem(from),
    to: dayProblem(to) ?? (from !== '' && to !== '' && to < from ? translate(problems.period_reversed) : null),
  }
  const isWrong = error.from !== null || error.to !== null
  const next = { ...filter, from: from || undefined, to: to || undefined }
  const show = () => {
    if (isWrong) return setTried(true)
    onChange(next)
    close()
  }
  return (
    <Window onSubmit={show}>
      <ul className={styles.presets}>
        {periodNames.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={named === name}
              onClick={() => {
                const period = periodOf(name, now)
                setFrom(period.from)
                setTo(period.to)
              }}
            >
              {periods[name]}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.pair}>
        <DateField
          name="from"
          label={t`Du`}
          value={from}
          month="first"
          error={isTried ? error.from : null}
          onChange={setFrom}
        />
        <DateField name="to" label={t`Au`} value={to} month="last" error={isTried ? error.to : null} onChange={setTo} />
      </div>
      <Foot
        next={next}
        isUnreadable={isWrong}
        onClear={() => {
          onChange({ ...filter, from: undefined, to: undefined })
          close()
        }}
        onShow={show}
      />
    </Window>
  )
}

export function SignWindow({ filter, onChange, close }: Props) {
  const { t } = useLingui()
  const choices = [
    { value: undefined, label: t`Tous` },
    { value: 'credit' as const, label: t`Entrées` },
    { value: 'debit' as const, label: t`Sorties` },
  ]
  return (
    <ul className={styles.presets}>
      {choices.map(({ value, label }) => (
        <li key={label}>
          <button
            type="button"
            className={styles.preset}
            aria-pressed={filter.sign === value}
            onClick={() => {
              onChange({ ...filter, sign: value })
              close()
            }}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** From this number on, categories can be searched. */
const SEARCHED_FROM = 8

export function CategoryWindow({ filter, onChange, close }: Props) {
  const { t } = useLingui()
  const { count } = useFormats()
  const known = useQuery(categoriesQuery()).data?.answer ?? []
  const [chosen, setChosen] = useState<readonly string[]>(filter.categories?.split(',').filter(Boolean) ?? [])
  const [typed, setTyped] = useState('')
  const visible = known.filter(({ label }) => folded(label).includes(folded(typed)))
  const next = { ...filter, categories: chosen.length > 0 ? chosen.join(',') : undefined }
  const show = () => {
    onChange(next)
    close()
  }
  return (
    <Window onSubmit={show}>
      {known.length >= SEARCHED_FROM && (
        <SearchField
          label={t`Chercher une catégorie`}
          placeholder={t`Chercher une catégorie`}
          value={typed}
          onChange={setTyped}
        />
      )}
      {known.length === 0 && (
        <p className="muted">
          <Trans>Aucune catégorie.</Trans>
        </p>
      )}
      <ul className={styles.options}>
        {visible.map(({ id, label, operation_count }) => (
          <li key={id}>
            <label className={styles.option}>
              <Checkbox
                checked={chosen.includes(id)}
                onChange={(isChecked) =>
                  setChosen(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
              <i data-tint={tintOfCategory(label)} />
              <span>{label}</span>
              <span className="muted num">{count(operation_count)}</span>
            </label>
          </li>
        ))}
      </ul>
      <Foot
        next={next}
        onClear={() => {
          onChange({ ...filter, categories: undefined })
          close()
        }}
        onShow={show}
      />
    </Window>
  )
}

export function AmountWindow({ filter, onChange, close }: Props) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const [min, setMin] = useState<AmountDraft>(filter.min ?? null)
  const [max, setMax] = useState<AmountDraft>(filter.max ?? null)
  const [isTried, setTried] = useState(false)
  const isReversed = typeof min === 'number' && typeof max === 'number' && max < min
  const isUnreadable = typeof min === 'string' || typeof max === 'string' || isReversed
  const next = {
    ...filter,
    min: typeof min === 'number' ? min : undefined,
    max: typeof max === 'number' ? max : undefined,
  }
  const show = () => {
    if (isUnreadable) return setTried(true)
    onChange(next)
    close()
  }
  return (
    <Window onSubmit={show}>
      <div className={styles.pair}>
        <MoneyField size="md" name="min" label={t`De`} value={min} error={null} currency={currency} onChange={setMin} />
        <MoneyField
          size="md"
          name="max"
          label={t`À`}
          value={max}
          error={isTried && isReversed ? translate(problems.amounts_reversed) : null}
          currency={currency}
          onChange={setMax}
        />
      </div>
      <Foot
        next={next}
        isUnreadable={isUnreadable}
        onClear={() => {
          onChange({ ...filter, min: undefined, max: undefined })
          close()
        }}
        onShow={show}
      />
    </Window>
  )
}

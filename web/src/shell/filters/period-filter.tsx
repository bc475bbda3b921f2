import { useLingui } from '@lingui/react/macro'
import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { isDay } from '../../ui/fields/date-typing.ts'
import { lazyPart } from '../lazy-part.tsx'
import { onRequest } from '../on-request/catalogue.ts'
import type { Filter } from './filter.ts'
import { isReversed, type Period, periodNamed, wholeOf } from './periods.ts'
import { usePeriodNames } from './period-names.ts'

const PeriodField = lazyPart(async () => (await import('./PeriodField.tsx')).PeriodField, onRequest)

/** "Ce mois-ci", "Mars 2026", "2025", "1er – 14 nov."; null without a period. */
function usePeriodText(period: Period): string | null {
  const { t } = useLingui()
  const { rowDate, month } = useFormats()
  const names = usePeriodNames()
  const [now] = useState(() => new Date())
  const { from, to } = period
  const name = periodNamed(period, now)
  if (name) return names[name]
  const whole = wholeOf(period)
  if (whole) return whole.length === 4 ? whole : month(fromPlainDate(`${whole}-15`))
  const [first, last] = [from && rowDate(fromPlainDate(from)), to && rowDate(fromPlainDate(to))]
  if (first && last) return first === last ? first : `${first} – ${last}`
  if (first) return t`Depuis le ${first}`
  return last ? t`Jusqu’au ${last}` : null
}

/** A filter by days. */
export function usePeriodFilter(period: Period): Filter<Period> {
  const { t } = useLingui()
  return {
    id: 'period',
    label: t`Période`,
    icon: Calendar,
    text: usePeriodText(period),
    cleared: { from: undefined, to: undefined },
    isWide: true,
    isWrong: (draft) => isReversed(draft) || [draft.from, draft.to].some((day) => day !== undefined && !isDay(day)),
    field: (props) => <PeriodField {...props} />,
  }
}

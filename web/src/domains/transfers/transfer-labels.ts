import { useLingui } from '@lingui/react/macro'
import type { Transfer } from 'contract/transfers/transfers.ts'
import type { TransferRow } from 'contract/transfers/transfer-rows.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'

export function useTransferTypes(): Record<Transfer['type'], string> {
  const { t } = useLingui()
  return { direct: t`Immédiat`, delayed: t`Différé`, periodic: t`Permanent` }
}

type Periodicity = NonNullable<Transfer['periodicity']>

export function usePeriodicities(): Record<Periodicity, string> {
  const { t } = useLingui()
  return {
    weekly: t`Hebdomadaire`,
    monthly: t`Mensuelle`,
    quarterly: t`Trimestrielle`,
    biannual: t`Semestrielle`,
    yearly: t`Annuelle`,
  }
}

/** The date under which lists show an order, or why it has none; null if there is neither. */
export function useDayOf(): (row: { display_date: string | null; status: TransferRow['status'] }) => string | null {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  return ({ display_date, status }) => {
    if (display_date !== null) return rowDate(fromPlainDate(display_date))
    return status === 'to_sign' || status === 'pending' ? t`Dès signature` : null
  }
}

/** The rhythm of a series and its next date: "Le 5 de chaque mois, prochain lundi 7 décembre". */
export function useRhythm(): (
  transfer: Pick<Transfer, 'periodicity' | 'start_date' | 'display_date' | 'execution_status'>,
) => string {
  const { t } = useLingui()
  const { language, dayAndMonth } = useFormats()
  return ({ periodicity, start_date, display_date, execution_status }) => {
    const start = start_date === null ? null : fromPlainDate(start_date)
    const day = start?.getUTCDate() ?? 1
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(start ?? undefined)
    const rhythms: Record<Periodicity, string> = {
      weekly: t`Chaque semaine, le ${weekday}`,
      monthly: day === 1 ? t`Le 1er de chaque mois` : t`Le ${day} de chaque mois`,
      quarterly: t`Tous les 3 mois`,
      biannual: t`Tous les 6 mois`,
      yearly: t`Chaque année`,
    }
    const rhythm = periodicity === null ? '' : rhythms[periodicity]
    if (execution_status === 'paused' || display_date === null) return rhythm
    const next = dayAndMonth(fromPlainDate(display_date))
    return t`${rhythm}, prochain ${next}`
  }
}

type Purpose = NonNullable<Transfer['purpose']>

/** Labels of the purposes of orders outside the UEMOA. */
export function usePurposes(): Record<Purpose, string> {
  const { t } = useLingui()
  return {
    goods: t`Achat de marchandises`,
    services: t`Prestation de services`,
    studies: t`Études`,
    health: t`Soins de santé`,
    family: t`Soutien familial`,
    other: t`Autre`,
  }
}

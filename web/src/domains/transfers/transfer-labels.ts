import { useLingui } from '@lingui/react/macro'
import { returnReason } from 'contract/transfers/clearing.ts'
import type { Transfer, TransferDetail } from 'contract/transfers/transfers.ts'
import type { TransferRow } from 'contract/transfers/transfer-rows.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import type { Moment } from '../../ui/data/Timeline.tsx'

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

type Event = TransferDetail['history'][number]

/** Labels of an order's history; without a user, the author is the bank. */
export function useHistoryLabels(): (event: Event) => { title: string; state: Moment['state'] } {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ action, by, return_reason }) => {
    const who = by ?? ''
    const why = returnReason(return_reason ?? '')[language]
    const labels: Record<Event['action'], { title: string; state: Moment['state'] }> = {
      'transfer.create': { title: t`Créé par ${who}`, state: 'done' },
      'transfer.edit': { title: t`Modifié par ${who}`, state: 'done' },
      'transfer.accept': { title: t`Validé par ${who}`, state: 'done' },
      'transfer.reject': { title: t`Refusé par ${who}`, state: 'failed' },
      'transfer.cancel': { title: t`Annulé par ${who}`, state: 'failed' },
      'transfer.pause': { title: t`Mis en pause par ${who}`, state: 'done' },
      'transfer.resume': { title: t`Repris par ${who}`, state: 'done' },
      'transfer.skip': { title: t`Échéance sautée par ${who}`, state: 'done' },
      'transfer.execute': { title: t`Exécuté`, state: 'done' },
      'transfer.move': { title: t`Reporté au jour ouvré suivant : jour férié`, state: 'done' },
      'transfer.retry': { title: t`Provision insuffisante, nouvel essai prévu`, state: 'failed' },
      'transfer.fail': { title: t`Rejeté par la banque`, state: 'failed' },
      'transfer.lapse': { title: t`Expiré sans validation`, state: 'failed' },
      'transfer.suspend': { title: t`Suspendu : le compte du bénéficiaire change`, state: 'done' },
      'transfer.unsuspend': { title: t`Le compte du bénéficiaire est décidé`, state: 'done' },
      'transfer.stop': {
        title: by ? t`Arrêté : ${by} a changé ou supprimé le bénéficiaire` : t`Arrêté`,
        state: 'failed',
      },
      'transfer.end': { title: t`Dernière échéance passée`, state: 'done' },
      'transfer.send': { title: t`Envoyé à la compensation`, state: 'done' },
      'transfer.settle': { title: t`Réglé`, state: 'done' },
      'transfer.return-request': { title: t`Retour demandé par ${who}`, state: 'done' },
      'transfer.return-refusal': { title: t`Retour refusé : ${why}`, state: 'failed' },
      'transfer.return': { title: t`Retourné par la banque du bénéficiaire : ${why}`, state: 'failed' },
    }
    return labels[action]
  }
}

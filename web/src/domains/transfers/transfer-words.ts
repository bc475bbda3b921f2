import { useLingui } from '@lingui/react/macro'
import type { Transfer, TransferDetail } from 'contract/transfers.ts'
import { Clock, Repeat, Send } from 'lucide-react'
import type { IconShape } from '../../ui/Icon.tsx'
import type { Moment } from '../../ui/Timeline.tsx'

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

type Action = TransferDetail['history'][number]['action']

/** What each line of an order's history says, by whom: the bank itself where nobody is named. */
export function useHistoryWords(): (action: Action, by: string | null) => { title: string; state: Moment['state'] } {
  const { t } = useLingui()
  return (action, by) => {
    const who = by ?? ''
    const words: Record<Action, { title: string; state: Moment['state'] }> = {
      'transfer.create': { title: t`Créé par ${who}`, state: 'done' },
      'transfer.accept': { title: t`Validé par ${who}`, state: 'done' },
      'transfer.reject': { title: t`Refusé par ${who}`, state: 'failed' },
      'transfer.cancel': { title: t`Annulé par ${who}`, state: 'failed' },
      'transfer.pause': { title: t`Suspendu par ${who}`, state: 'done' },
      'transfer.resume': { title: t`Repris par ${who}`, state: 'done' },
      'transfer.skip': { title: t`Échéance sautée par ${who}`, state: 'done' },
      'transfer.execute': { title: t`Exécuté`, state: 'done' },
      'transfer.retry': { title: t`Provision insuffisante, nouvel essai prévu`, state: 'failed' },
      'transfer.fail': { title: t`Rejeté par la banque`, state: 'failed' },
      'transfer.lapse': { title: t`Expiré sans validation`, state: 'failed' },
      'transfer.end': { title: t`Dernière échéance passée`, state: 'done' },
    }
    return words[action]
  }
}

export const transferIcons: Record<Transfer['type'], IconShape> = { direct: Send, delayed: Clock, periodic: Repeat }

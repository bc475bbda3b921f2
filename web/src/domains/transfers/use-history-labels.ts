import { useLingui } from '@lingui/react/macro'
import { returnReason } from 'contract/transfers/clearing.ts'
import type { TransferDetail } from 'contract/transfers/transfers.ts'
import { useLanguage } from '../../lib/language.ts'
import type { Moment } from '../../ui/data/Timeline.tsx'

type Event = TransferDetail['history'][number]

/** Labels of an order's history; without a user, the author is the bank. The platform of instant payments answers itself. */
export function useHistoryLabels(
  network: TransferDetail['network'],
): (event: Event) => { title: string; state: Moment['state'] } {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ action, by, return_reason }) => {
    const who = by ?? ''
    const why = returnReason(return_reason ?? '', network)[language]
    const isInstant = network === 'instant'
    const labels: Record<Event['action'], { title: string; state: Moment['state'] }> = {
      'transfer.create': { title: t`Créé par ${who}`, state: 'done' },
      'transfer.edit': { title: t`Modifié par ${who}`, state: 'done' },
      'transfer.sign': { title: t`Signé par ${who}`, state: 'done' },
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
      'transfer.send': { title: isInstant ? t`Envoyé à PI` : t`Envoyé à la compensation`, state: 'done' },
      'transfer.settle': { title: isInstant ? t`Arrivé` : t`Réglé`, state: 'done' },
      'transfer.return-request': { title: t`Retour demandé par ${who}`, state: 'done' },
      'transfer.return-refusal': { title: t`Retour refusé : ${why}`, state: 'failed' },
      'transfer.return': {
        title: isInstant ? t`Argent revenu : ${why}` : t`Retourné par la banque du bénéficiaire : ${why}`,
        state: 'failed',
      },
    }
    return labels[action]
  }
}

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { BatchDetail } from 'contract/transfers/batches.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { type Moment, Timeline } from '../../ui/data/Timeline.tsx'
import styles from './BatchScreen.module.css'

/** The history of a batch: its author, its signers, and the times. */
export function BatchHistory({ batch: { history } }: { batch: BatchDetail }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const labels = useBatchHistoryLabels()
  return (
    <section className={styles.history} aria-labelledby="batch-history">
      <h2 className="h3" id="batch-history">
        {t`Historique`}
      </h2>
      <Timeline moments={history.map((event) => ({ ...labels(event), detail: dateTime(fromUnix(event.at)) }))} />
    </section>
  )
}

function useBatchHistoryLabels(): (event: BatchDetail['history'][number]) => Pick<Moment, 'title' | 'state'> {
  const { t } = useLingui()
  return ({ action, by, lines, reason }) => {
    const who = by ?? ''
    const why = reason ?? ''
    const labels: Record<typeof action, Pick<Moment, 'title' | 'state'>> = {
      'batch.create': { title: t`Créé par ${who}`, state: 'done' },
      'batch.accept': { title: t`Signé par ${who}`, state: 'done' },
      'batch.refuse_lines': {
        title: t`${plural(lines ?? 0, { one: '# ligne refusée', other: '# lignes refusées' })} par ${who} : ${why}`,
        state: 'failed',
      },
      'batch.reject': { title: t`Refusé par ${who} : ${why}`, state: 'failed' },
      'batch.cancel': { title: t`Annulé par ${who}`, state: 'failed' },
      'batch.validate': { title: t`Validé sans signature`, state: 'done' },
      'batch.lapse': { title: t`Expiré sans validation`, state: 'failed' },
      'batch.end': { title: t`Toutes les lignes sont traitées`, state: 'done' },
    }
    return labels[action]
  }
}

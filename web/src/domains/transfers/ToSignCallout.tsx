import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { batchesToSignQuery } from './multiple-queries.ts'
import styles from './TransferListScreen.module.css'
import { paymentsToSignQuery, toSignQuery } from './transfer-queries.ts'

/** Tells a validator what waits for their signature, over all their accounts; nothing when nothing does. */
export function ToSignCallout() {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const waiting = useQuery(toSignQuery(1)).data
  const batches = useQuery(batchesToSignQuery(1)).data
  const payments = useQuery(paymentsToSignQuery(1)).data
  // A batch is one signature.
  const transfers = (waiting?.page?.total ?? 0) + (batches?.page?.total ?? 0)
  const others = payments?.page?.total ?? 0
  const [first] = [waiting?.answer[0], batches?.answer[0]]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => (one.execution_date < other.execution_date ? -1 : 1))
  if (transfers + others === 0) return null
  const day = first && longDate(fromPlainDate(first.execution_date))
  return (
    <div className={styles.callout}>
      <InlineAlert
        tone="warning"
        title={
          others === 0
            ? t`${plural(transfers, { one: '# virement attend votre validation', other: '# virements attendent votre validation' })}`
            : t`${plural(transfers + others, { one: '# opération attend votre validation', other: '# opérations attendent votre validation' })}`
        }
      >
        {day &&
          (others === 0 ? (
            <Trans>Le premier doit être exécuté le {day}.</Trans>
          ) : (
            <Trans>Le premier virement doit être exécuté le {day}.</Trans>
          ))}{' '}
        <Link className="link" {...paths.transfersToSign()}>
          <Trans>Examiner</Trans>
        </Link>
      </InlineAlert>
    </div>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { batchesToSignQuery } from './multiple-queries.ts'
import { toSignQuery } from './transfer-queries.ts'

/** Tells a validator what waits for their signature, over all their accounts; nothing when nothing does. */
export function ToSignCallout() {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const waiting = useQuery(toSignQuery(1)).data
  const batches = useQuery(batchesToSignQuery(1)).data
  // A batch is one signature.
  const total = (waiting?.page?.total ?? 0) + (batches?.page?.total ?? 0)
  const [first] = [waiting?.answer[0], batches?.answer[0]]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => (one.execution_date < other.execution_date ? -1 : 1))
  if (total === 0 || !first) return null
  const day = longDate(fromPlainDate(first.execution_date))
  return (
    <InlineAlert
      tone="warning"
      title={t`${plural(total, { one: '# virement attend votre validation', other: '# virements attendent votre validation' })}`}
    >
      <Trans>Le premier doit être exécuté le {day}.</Trans>{' '}
      <Link className="link" {...paths.transfersToSign()}>
        <Trans>Examiner</Trans>
      </Link>
    </InlineAlert>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { listItemsToSign } from 'contract/transfers/signatures.ts'
import type { Reply } from '../../lib/api/call.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import styles from './TransferListScreen.module.css'

/** Shows a validator the number of items to sign on all accounts; nothing at zero. */
export function ToSignCallout({ toSign }: { toSign: Reply<typeof listItemsToSign> }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const total = toSign.page?.total ?? 0
  if (total === 0) return null
  // Dated items first, the soonest first.
  const first = toSign.answer[0]?.due_on
  const day = first && longDate(fromPlainDate(first))
  return (
    <div className={styles.callout}>
      <InlineAlert
        tone="warning"
        title={t`${plural(total, { one: '# opération attend votre validation', other: '# opérations attendent votre validation' })}`}
      >
        {day && <Trans>Le premier virement doit être exécuté le {day}.</Trans>}{' '}
        <Link className="link" {...paths.transfersToSign()}>
          <Trans>Examiner</Trans>
        </Link>
      </InlineAlert>
    </div>
  )
}

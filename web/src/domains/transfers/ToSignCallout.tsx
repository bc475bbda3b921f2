import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import styles from './TransferListScreen.module.css'

/** Shows a validator the number of items to sign on all accounts; nothing at zero. */
export function ToSignCallout({ total }: { total: number }) {
  const { t } = useLingui()
  if (total === 0) return null
  return (
    <div className={styles.callout}>
      <InlineAlert
        tone="warning"
        title={t`${plural(total, { one: '# demande à signer', other: '# demandes à signer' })}`}
      >
        <Link className="link" {...paths.transfersToSign()}>
          <Trans>Examiner</Trans>
        </Link>
      </InlineAlert>
    </div>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Import, ImportItem } from 'contract/transfers/imports.ts'
import { useFormats } from '../../lib/formats.ts'
import styles from './ImportGrid.module.css'

type Props = {
  lines: readonly ImportItem[]
  currency: Import['summary']['currency']
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

/** The title of the lines without problems, which folds them. */
export function ReadyLines({ lines, currency, isFolded, onFold }: Props) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const sum = lines.reduce((total, { transfer, is_skipped }) => total + (is_skipped ? 0 : (transfer.amount ?? 0)), 0)
  return (
    <div role="row" className={styles.group}>
      <span role="gridcell">
        <b>{t`${plural(lines.length, { one: '# ligne prête', other: '# lignes prêtes' })}`}</b>{' '}
        <span className="muted num">{moneyText(sum, currency)}</span>{' '}
        <button type="button" className="link" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
          {isFolded ? <Trans>Les montrer</Trans> : <Trans>Les replier</Trans>}
        </button>
      </span>
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { FOUND_TOTALS_HEADER, type Totals as TotalsOf } from 'contract/accounts/operations.ts'
import { Fragment } from 'react'
import { Money } from '../../shell/Money.tsx'
import { readFoundTotals } from './operation-groups.ts'
import styles from './OperationListScreen.module.css'

/** The credits, debits and balance of the operations found. */
export function FoundSums({ headers }: { headers: Headers }) {
  const totals = readFoundTotals(headers.get(FOUND_TOTALS_HEADER))
  return (
    <>
      <Totals totals={totals} />
      {totals
        .filter(({ credits, debits }) => credits !== 0 && debits !== 0)
        .map(({ currency, credits, debits }) => (
          <span key={currency}>
            <Trans>Net :</Trans> <Money amount={credits + debits} currency={currency} signs="movement" />
          </span>
        ))}
    </>
  )
}

export function Totals({ totals }: { totals: readonly TotalsOf[] }) {
  return (
    <span className={styles.totals}>
      {totals.map(({ currency, credits, debits }) => (
        <Fragment key={currency}>
          {credits !== 0 && <Money amount={credits} currency={currency} signs="movement" />}
          {debits !== 0 && <Money amount={debits} currency={currency} signs="movement" />}
        </Fragment>
      ))}
    </span>
  )
}

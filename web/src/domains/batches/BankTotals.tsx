import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { BatchDetail } from 'contract/transfers/batches.ts'
import { Money } from '../../shell/Money.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { batchBanksQuery } from '../transfer-imports/multiple-queries.ts'
import styles from './BatchScreen.module.css'

/** The total paid to each bank, so that validators notice an unusual sum. */
export function BankTotals({ batch: { id, version, currency }, account }: { batch: BatchDetail; account: string }) {
  const { t } = useLingui()
  const banks = useQuery(batchBanksQuery(id, account, version))
  if (!banks.data) return null
  return (
    <details className={styles.banks}>
      <summary>
        <Trans>Total par banque</Trans>
      </summary>
      <DetailList
        facts={banks.data.answer.map(({ bank_name, lines, new_payees, amount }) => ({
          name: bank_name ?? t`Autres banques`,
          value: (
            <>
              <Money amount={amount} currency={currency} />
              <br />
              <span className="muted small">
                {[
                  t`${plural(lines, { one: '# virement', other: '# virements' })}`,
                  new_payees > 0 &&
                    t`${plural(new_payees, { one: '# nouveau bénéficiaire', other: '# nouveaux bénéficiaires' })}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          ),
        }))}
      />
    </details>
  )
}

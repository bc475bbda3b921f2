import { groupByFour } from 'contract/values/iban.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'
import type { Transfer } from 'contract/transfers/transfers.ts'
import { Money } from '../../../shell/Money.tsx'
import { DetailList } from '../../../ui/data/DetailList.tsx'
import { amountOf, type TransferDraft } from './transfer-draft.ts'
import { useTransferTypes } from '../transfer-labels.ts'
import { TwoLines } from './transfer-steps.tsx'
import styles from './TransferSummary.module.css'

/** The summary of the transfer so far, beside its form. */
export function TransferSummary({
  account,
  draft,
  sent,
}: {
  account: Account
  draft: TransferDraft
  sent: Transfer | null
}) {
  const { t } = useLingui()
  const types = useTransferTypes()
  const amount = sent?.amount ?? amountOf(draft)
  const after = amount === null ? null : account.available - amount
  const missing = (
    <span className={styles.missing}>
      <Trans>à compléter</Trans>
    </span>
  )
  return (
    <div className={styles.summary}>
      <DetailList
        look="narrow"
        facts={[
          { name: t`De`, value: <TwoLines first={account.holder} second={groupByFour(account.number)} /> },
          {
            name: t`Vers`,
            value: draft.beneficiary ? (
              <TwoLines first={draft.beneficiary.name} second={draft.beneficiary.bank_name} />
            ) : (
              missing
            ),
          },
          {
            name: t`Montant`,
            value: amount === null ? missing : <Money amount={amount} currency={account.currency} />,
          },
          { name: t`Quand`, value: types[sent?.type ?? draft.type] },
        ]}
      />
      {/* Transfers to other banks have fees: the last step shows them, and the remaining balance. */}
      {after !== null && after >= 0 && !sent && draft.beneficiary?.rail === 'internal' && (
        <p className={styles.after}>
          <span className="muted">
            <Trans>Disponible après exécution</Trans>
          </span>
          <Money amount={after} currency={account.currency} />
        </p>
      )}
    </div>
  )
}

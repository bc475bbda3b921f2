import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { BatchDetail } from 'contract/transfers/batches.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { Money } from '../../shell/Money.tsx'
import { useSigners } from '../transfers/use-signers.ts'
import { DetailList } from '../../ui/data/DetailList.tsx'
import styles from './BatchScreen.module.css'
import { BatchStatus } from '../transfers/BatchStatus.tsx'

/** The details of a batch: total, options and progress. */
export function BatchFacts({ batch, account }: { batch: BatchDetail; account: string }) {
  const { t } = useLingui()
  const { longDate, count } = useFormats()
  const { counts, currency, line_count, fees, tax, amount } = batch
  const { names: signers } = useSigners(batch.id, {
    isPending: batch.state === 'pending',
    missing: batch.approvals_missing,
  })
  const done = counts.executed + counts.failed
  const [doneText, allText] = [count(done), count(line_count)]
  return (
    <>
      <DetailList
        facts={[
          { name: t`Statut`, value: <BatchStatus status={batch.status} failed={batch.counts.failed} /> },
          {
            name: t`Compte débité`,
            value: `${accountName(batch.account.label)} · ${groupByFour(batch.account.number)}`,
          },
          { name: t`Nombre de virements`, value: allText },
          { name: t`Montant`, value: <Money amount={amount} currency={currency} /> },
          ...(fees + tax > 0
            ? [
                {
                  name: t`Total, frais et TAF compris`,
                  value: <Money amount={amount + fees + tax} currency={currency} />,
                },
              ]
            : []),
          { name: t`Exécution`, value: longDate(fromPlainDate(batch.examination?.leaves_on ?? batch.execution_date)) },
          ...(batch.state === 'pending'
            ? [{ name: t`Signatures manquantes`, value: count(batch.approvals_missing) }]
            : []),
          ...(signers === null ? [] : [{ name: t`À signer par`, value: signers }]),
          { name: t`Sur le relevé`, value: batch.single_entry ? t`Un seul débit` : t`Un débit par virement` },
          ...(batch.retry_of
            ? [
                {
                  name: t`Renvoi de`,
                  value: (
                    <Link className="link" {...paths.batch(batch.retry_of)} search={{ account }}>
                      {t`ce lot`}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(batch.reason ? [{ name: t`Motif du refus`, value: batch.reason }] : []),
          ...(batch.reason_code === 'expired'
            ? [{ name: t`Motif du refus`, value: t`Il n’a pas été validé à temps` }]
            : []),
        ]}
      />
      {batch.state === 'validated' && counts.waiting > 0 && (
        <div>
          <p aria-live="polite">{t`${doneText} virements traités sur ${allText}`}</p>
          <progress className={styles.progress} max={line_count} value={done} aria-label={t`Avancement`} />
        </div>
      )}
    </>
  )
}

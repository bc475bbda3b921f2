import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { Money } from '../../shell/Money.tsx'
import { Subject, Table } from '../../ui/Table.tsx'
import styles from './BatchesToSign.module.css'
import { batchesToSignQuery } from './multiple-queries.ts'

/** The batches that wait for the reader, each as one row; nothing when none does. */
export function BatchesToSign() {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const waiting = useQuery(batchesToSignQuery(1)).data?.answer ?? []
  if (waiting.length === 0) return null
  return (
    <section className={styles.batches} aria-labelledby="batches-to-sign">
      <h2 className="h3" id="batches-to-sign">
        <Trans>Virements multiples</Trans>
      </h2>
      <Table
        caption={t`Virements multiples à valider`}
        columns={[
          { id: 'date', kind: 'date', head: t`Exécution`, cell: ({ execution_date }) => rowDate(fromPlainDate(execution_date)) },
          {
            id: 'name',
            kind: 'main',
            head: t`Fichier`,
            cell: ({ id, file_name, account, line_count, created_by, execution_date }) => (
              <Subject
                title={
                  <Link {...paths.batch(id)} search={{ account: account.uuid }}>
                    {file_name}
                  </Link>
                }
                detailOnPhone={rowDate(fromPlainDate(execution_date))}
                detail={`${t`${plural(line_count, { one: '# virement', other: '# virements' })}`} · ${created_by}`}
              />
            ),
          },
          {
            id: 'account',
            kind: 'text',
            head: t`Compte débité`,
            isWideOnly: true,
            cell: ({ account }) => <span className="nowrap">{`${account.label} · ${account.number.slice(-4)}`}</span>,
          },
          {
            id: 'amount',
            kind: 'amount',
            head: t`Montant`,
            cell: ({ amount, currency }) => <Money amount={-amount} currency={currency} signs="movement" />,
          },
        ]}
        groups={[{ id: 'all', rows: waiting }]}
        rowKey={({ id }) => id}
      />
    </section>
  )
}

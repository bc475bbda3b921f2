import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { BatchDetail } from 'contract/transfers/batches.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import styles from './Examination.module.css'

type Examination = NonNullable<BatchDetail['examination']>

/** What the batch costs, what remains, when it leaves, and how it differs from the month before. */
export function ExaminationPlan({ batch, examination }: { batch: BatchDetail; examination: Examination }) {
  const { t } = useLingui()
  const { moneyText, longDate, time } = useFormats()
  const month = useMonthName()
  const { currency, amount, fees, tax, account, approvals_missing } = batch
  const { available, last_lines, last_amount, sign_before, leaves_on } = examination
  const missing = t`${plural(approvals_missing, { one: 'il manque # signature', other: 'il manque # signatures' })}`
  const hour = sign_before === null ? null : time(fromUnix(sign_before))
  const charges = moneyText(fees + tax, currency)
  const left = moneyText(available - amount - fees - tax, currency)
  const now = moneyText(available, currency)
  const isShort = available < amount + fees + tax
  const name = month(examination.month)
  const parts: [string, string, string, boolean?][] = [
    [t`Total`, moneyText(amount, currency), fees + tax > 0 ? t`+ ${charges} de frais` : t`sans frais`],
    [`${accountName(account.label)} •• ${account.number.slice(-4)}`, t`reste ${left}`, t`${now} aujourd’hui`, isShort],
    [t`Exécution`, longDate(fromPlainDate(leaves_on)), hour !== null ? t`${missing}, avant ${hour}` : missing],
    last_lines === 0
      ? [t`Par rapport à ${name}`, t`première fois`, t`aucun de ces comptes n’a été payé`]
      : [
          t`Par rapport à ${name}`,
          moneyText(amount - last_amount, currency, 'movement'),
          t`${plural(last_lines, { one: '# ligne déjà payée', other: '# lignes déjà payées' })} en ${name}`,
        ],
  ]
  return (
    <dl className={styles.plan}>
      {parts.map(([label, value, detail, isBad]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b className={isBad ? styles.bad : undefined}>{value}</b>
            <span>{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** "octobre" */
export function useMonthName(): (day: string) => string {
  const { language } = useFormats()
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return (day) => format.format(fromPlainDate(day))
}

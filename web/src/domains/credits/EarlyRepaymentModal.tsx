import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type CreditDetail, EARLY_DAYS } from 'contract/products/credits.ts'
import { addDays } from 'contract/values/calendar.ts'
import { useState } from 'react'
import { useBankDay } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { earlyRepaymentQuery } from './credit-queries.ts'
import styles from './credits.module.css'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The cost of repaying a whole credit on a day of the next three months. */
export function EarlyRepaymentModal({
  credit: { id, currency },
  onClose,
}: {
  credit: CreditDetail
  onClose: () => void
}) {
  const { t } = useLingui()
  const bankDay = useBankDay()
  const [today] = useState(bankDay)
  const [day, setDay] = useState(today)
  const last = addDays(today, EARLY_DAYS)
  const isWithin = DAY.test(day) && day >= today && day <= last
  const early = useQuery({ ...earlyRepaymentQuery(id, isWithin ? day : today), enabled: isWithin })
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const cost = early.data?.answer
  return (
    <Modal title={t`Rembourser avant l’échéance`} onClose={onClose}>
      <div className={styles.form}>
        <DateField
          name="day"
          label={t`Date du remboursement`}
          value={day}
          onChange={setDay}
          min={today}
          max={last}
          error={isWithin ? null : t`Choisissez une date dans les 90 jours`}
        />
        {early.isLoadingError && (
          <PageProblem
            title={t`Le calcul n’a pas pu être fait`}
            error={early.error}
            onRetry={() => void early.refetch()}
          />
        )}
        {isWithin && early.isPending && (
          <Skeleton>
            <SkeletonRows count={5} />
          </Skeleton>
        )}
        {isWithin && cost && (
          <div aria-live="polite">
            <DetailList
              facts={[
                { name: t`Capital restant dû`, value: money(cost.capital) },
                { name: t`Intérêts courus`, value: money(cost.interest) },
                { name: t`Indemnité de remboursement`, value: money(cost.fee) },
                { name: t`Taxes`, value: money(cost.interest_tax + cost.fee_tax) },
                ...(cost.unpaid > 0 ? [{ name: t`Échéances dues`, value: money(cost.unpaid) }] : []),
                { name: t`Total à rembourser`, value: <Money amount={cost.total} currency={currency} size="title" /> },
              ]}
            />
            <p className={styles.note}>
              <Trans>Simulation sans engagement. Écrivez à votre conseiller pour rembourser.</Trans>
            </p>
          </div>
        )}
      </div>
    </Modal>
  )
}

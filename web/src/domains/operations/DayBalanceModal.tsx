import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBankDay } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { dayBalanceQuery } from './operation-queries.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The balance of the account on a day: booked, and by value date. */
export function DayBalanceModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const bankDay = useBankDay()
  const [today] = useState(bankDay)
  const [day, setDay] = useState(today)
  const isDay = DAY.test(day)
  const found = useQuery({ ...dayBalanceQuery(isDay ? day : today), enabled: isDay })
  const balance = found.data?.answer
  return (
    <Modal title={t`Solde à une date`} onClose={onClose}>
      <DateField name="on" label={t`Date`} value={day} onChange={setDay} max={today} />
      {found.isError && (
        <PageProblem
          title={t`Le solde n’a pas pu être calculé`}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {isDay && found.isPending && (
        <Skeleton>
          <SkeletonRows count={2} />
        </Skeleton>
      )}
      {isDay && balance && (
        <div aria-live="polite">
          <DetailList
            facts={[
              {
                name: t`Solde comptable en fin de journée`,
                value: <Money amount={balance.balance} currency={balance.currency} />,
              },
              {
                name: t`Solde en valeur`,
                value: <Money amount={balance.value_balance} currency={balance.currency} />,
              },
            ]}
          />
          <p className="muted">
            <Trans>Le solde en valeur compte chaque opération à sa date de valeur : les agios en dépendent.</Trans>
          </p>
        </div>
      )}
    </Modal>
  )
}

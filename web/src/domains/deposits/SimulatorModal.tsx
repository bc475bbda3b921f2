import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { DepositOffer } from 'contract/products/deposits.ts'
import {
  type DepositFrequency,
  depositFrequencies,
  depositSchedule,
  maturityOf,
} from 'contract/values/deposit-schedule.ts'
import type { Currency } from 'contract/values/money.ts'
import { useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useAccount, useBankDay } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { depositOffersQuery } from './deposit-queries.ts'
import { useFrequencies } from './deposit-labels.tsx'
import styles from './DepositScreen.module.css'

/** Calculates the interest of a new deposit at today's rates. */
export function SimulatorModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const offers = useQuery(depositOffersQuery())
  return (
    <Modal title={t`Simuler un placement`} onClose={onClose}>
      {offers.isPending && (
        <Skeleton>
          <SkeletonRows count={4} />
        </Skeleton>
      )}
      {offers.isLoadingError && (
        <PageProblem
          title={t`Les taux n’ont pas pu être chargés`}
          error={offers.error}
          onRetry={() => void offers.refetch()}
        />
      )}
      {offers.data && <Simulator offers={offers.data.answer} />}
    </Modal>
  )
}

const monthsOf: Record<DepositFrequency, number> = { maturity: 0, monthly: 1, quarterly: 3, biannual: 6, yearly: 12 }

function Simulator({ offers }: { offers: readonly DepositOffer[] }) {
  const { t } = useLingui()
  const { percent, moneyText } = useFormats()
  const { currency } = useAccount()
  const frequencies = useFrequencies()
  const [first] = offers
  const [amount, setAmount] = useState<AmountDraft>(first?.min_amount ?? null)
  const [chosen, setChosen] = useState(String(first?.term ?? ''))
  const [frequency, setFrequency] = useState<DepositFrequency>('maturity')
  const offer = offers.find(({ term }) => String(term) === chosen)
  if (!offer) return <EmptyState motif="lines" title={t`Aucun taux publié`} />
  // Whether interest is paid more than once, or at maturity.
  const possible = depositFrequencies.filter((one) => monthsOf[one] < offer.term)
  const paid = possible.includes(frequency) ? frequency : 'maturity'
  const isEnough = typeof amount === 'number' && amount >= offer.min_amount
  const least = moneyText(offer.min_amount, currency)
  return (
    <div className={styles.acts}>
      <MoneyField
        name="amount"
        label={t`Montant à placer`}
        currency={currency}
        value={amount}
        onChange={setAmount}
        error={isEnough ? null : t`À partir de ${least}`}
      />
      <SelectField
        name="term"
        label={t`Durée`}
        value={chosen}
        options={offers.map(({ term, rate }) => {
          const rateText = percent(rate)
          return { value: String(term), label: t`${plural(term, { one: '# mois', other: '# mois' })} à ${rateText}` }
        })}
        onChange={setChosen}
      />
      <SelectField
        name="frequency"
        label={t`Périodicité de versement des intérêts`}
        value={paid}
        options={possible.map((value) => ({ value, label: frequencies[value] }))}
        onChange={setFrequency}
      />
      {isEnough && <Outcome amount={amount} frequency={paid} offer={offer} currency={currency} />}
    </div>
  )
}

type OutcomeProps = { amount: number; frequency: DepositFrequency; offer: DepositOffer; currency: Currency }

function Outcome({ amount, frequency, offer: { term, rate, basis, withholding_rate }, currency }: OutcomeProps) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const value_date = useBankDay()
  const terms = { principal: amount, rate, value_date, term, frequency, basis, withholding_rate }
  const lines = depositSchedule(terms)
  const sum = (part: 'gross' | 'withholding' | 'net') => lines.reduce((total, line) => total + line[part], 0)
  const [first] = lines
  const money = (value: number) => <Money amount={value} currency={currency} />
  return (
    <div aria-live="polite">
      <DetailList
        facts={[
          { name: t`Intérêts bruts`, value: money(sum('gross')) },
          { name: t`Retenue à la source (IRC)`, value: money(-sum('withholding')) },
          { name: t`Intérêts nets`, value: money(sum('net')) },
          ...(lines.length > 1 && first
            ? [
                { name: t`Nombre de versements`, value: String(lines.length) },
                { name: t`Premier versement net`, value: money(first.net) },
              ]
            : []),
          { name: t`Échéance`, value: longDate(fromPlainDate(maturityOf(terms))) },
          { name: t`Vous recevriez en tout`, value: money(amount + sum('net')) },
        ]}
      />
      <p className="muted small">
        <Trans>Simulation sans engagement, aux taux du jour. Votre conseiller ouvre le placement avec vous.</Trans>
      </p>
    </div>
  )
}

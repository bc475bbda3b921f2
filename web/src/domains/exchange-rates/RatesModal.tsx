import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ExchangeRates } from 'contract/accounts/exchange-rates.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { ArrowUpDown } from 'lucide-react'
import { useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { type AmountDraft, readDraft } from '../../ui/fields/amount-typing.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { fromFrancs, toFrancs } from './convert.ts'
import { exchangeRatesQuery } from './exchange-rate-queries.ts'
import styles from './RatesModal.module.css'

/** The exchange rates of the day and a converter in both directions. */
export function RatesModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const rates = useQuery(exchangeRatesQuery())
  return (
    <Modal title={t`Taux de change`} onClose={onClose}>
      {rates.isPending && (
        <Skeleton>
          <SkeletonRows count={6} />
        </Skeleton>
      )}
      {rates.isLoadingError && (
        <PageProblem
          title={t`Les taux n’ont pas pu être chargés`}
          error={rates.error}
          onRetry={() => void rates.refetch()}
        />
      )}
      {rates.data &&
        (rates.data.answer.rates.length === 0 ? (
          <EmptyState motif="lines" title={t`Aucun taux publié`} />
        ) : (
          <Rates published={rates.data.answer} />
        ))}
    </Modal>
  )
}

function Rates({ published }: { published: ExchangeRates }) {
  const { t } = useLingui()
  const { dateTime, rate } = useFormats()
  return (
    <>
      {published.effective_at !== null &&
        (published.is_stale ? (
          <InlineAlert
            tone="warning"
            title={t`Taux du ${dateTime(fromUnix(published.effective_at))}, de plus de 24 heures`}
          />
        ) : (
          <p className="muted small">{dateTime(fromUnix(published.effective_at))}</p>
        ))}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Devise`}</th>
            <th scope="col">{t`Achat`}</th>
            <th scope="col">{t`Vente`}</th>
            <th scope="col">{t`Virement`}</th>
          </tr>
        </thead>
        <tbody>
          {published.rates.map(({ currency, unit, buy, sell, transfer, fixed }) => (
            <tr key={currency}>
              <th scope="row">
                {unit} {currency}
                {fixed && <span className="muted small"> {t`cours fixe`}</span>}
              </th>
              <td>{rate(buy)}</td>
              <td>{rate(sell)}</td>
              <td>{rate(transfer)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">
        <Trans>En F CFA, à titre indicatif.</Trans>
      </p>
      <Converter rates={published.rates} />
    </>
  )
}

type RateKind = 'sell' | 'buy' | 'transfer'

/** Converts in both directions: an amount of the other currency into francs, or francs into it. */
function Converter({ rates }: { rates: ExchangeRates['rates'] }) {
  const { t } = useLingui()
  const { amountNotation } = useFormats()
  const [kind, setKind] = useState<RateKind>('sell')
  const [currency, setCurrency] = useState<Currency>(rates[0]?.currency ?? 'EUR')
  const [isFromFrancs, setFromFrancs] = useState(false)
  const [typed, setTyped] = useState<AmountDraft>(100 * 10 ** minorUnits[rates[0]?.currency ?? 'EUR'])
  const chosen = rates.find((rate) => rate.currency === currency)
  if (!chosen) return null
  const conversion = { rate: chosen[kind], unit: chosen.unit, minorUnits: minorUnits[currency] }
  const result =
    typeof typed !== 'number' ? null : isFromFrancs ? fromFrancs(typed, conversion) : toFrancs(typed, conversion)
  const [from, to]: [Currency, Currency] = isFromFrancs ? ['XOF', currency] : [currency, 'XOF']
  const turn = () => {
    setFromFrancs(!isFromFrancs)
    // Common amounts in the other currency.
    const cents = 10 ** minorUnits[currency]
    if (typeof typed === 'number') setTyped(isFromFrancs ? typed * cents : Math.trunc(typed / cents))
    else if (typed !== null) setTyped(readDraft(typed, amountNotation(to)))
  }
  return (
    <section className={styles.converter} aria-labelledby="converter">
      <h3 className="h3" id="converter">
        <Trans>Convertir</Trans>
      </h3>
      <Segmented
        label={t`Opération`}
        value={kind}
        options={[
          { value: 'sell', label: t`Vous achetez` },
          { value: 'buy', label: t`Vous vendez` },
          { value: 'transfer', label: t`Virement` },
        ]}
        onChange={setKind}
      />
      <SelectField
        name="currency"
        label={t`Devise`}
        value={currency}
        options={rates.map((rate) => ({ value: rate.currency, label: rate.currency }))}
        onChange={setCurrency}
      />
      <MoneyField name="amount" label={t`Montant`} currency={from} value={typed} onChange={setTyped} />
      <div className={styles.result}>
        <p aria-live="polite">{result !== null && <Money amount={result} currency={to} size="title" />}</p>
        <Button size="sm" icon={ArrowUpDown} onClick={turn}>
          <Trans>Inverser</Trans>
        </Button>
      </div>
    </section>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { lookUpPayee, type PayeeLookup } from 'contract/transfers/instant-payments.ts'
import type { TransferQuote } from 'contract/transfers/transfers.ts'
import { Zap } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '../../lib/api/query.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useIrrevocableNote } from './IrrevocableNote.tsx'
import { isSameName } from './same-name.ts'
import styles from './RailPart.module.css'

type Rail = 'instant' | 'clearing'
type Props = {
  /** The last quote of the order; null while it is being calculated. */
  quote: TransferQuote | null
  /** Whether the order has an amount: before, the quote is an example, and its charges are not displayed. */
  isPriced: boolean
  isDirect: boolean
  /** Whether the order has a day: the last quote's day of arrival is not displayed beside a wrong date. */
  isDated: boolean
  payee: { name: string; iban: string; bank_name: string | null; isLookedUp: boolean }
  /** Null: as the bank proposes. */
  chosen: Rail | null
  onChoose: (rail: Rail) => void
  /** The account of a saved beneficiary can be paid instantly. */
  onFound: (lookup: PayeeLookup) => void
}

/** How the payee is paid: instantly or through the clearing, where both are possible. Nothing inside the bank. */
export function RailPart({ quote, isPriced, isDirect, isDated, payee, chosen, onChoose, onFound }: Props) {
  const { t } = useLingui()
  // Each change of the order is quoted anew: meanwhile the last choice stays.
  const [known, setKnown] = useState(quote)
  if (quote !== null && quote !== known) setKnown(quote)
  const { holder, problem } = useAccountLookup(known, payee, onFound)
  useIrrevocableNote(known?.network === 'instant', payee.name, payee.bank_name)
  if (known === null) return null
  const { network, other_network: other } = known
  if (network !== 'instant' && other === null && problem === null) return null
  const isInstant = network === 'instant'
  const proposed = isInstant ? 'instant' : 'clearing'
  const fees = known.fees + known.tax
  return (
    <section className={styles.part} aria-labelledby="rail-title">
      <h2 id="rail-title">
        <Trans>Par quel moyen</Trans>
      </h2>
      {holder !== null && !isSameName(holder, payee.name) && (
        <InlineAlert tone="warning" title={t`Ce compte est au nom de ${holder}`}>
          <Trans>Ce n’est pas le nom que vous avez enregistré. Vérifiez avant de payer.</Trans>
        </InlineAlert>
      )}
      {problem !== null && (
        <p className="muted small" role="status">
          <Trans>Pas de paiement instantané vers ce compte :</Trans> {problem}
        </p>
      )}
      {other === null ? (
        isInstant && <OnlyInstant isDirect={isDirect} fees={isPriced ? fees : null} currency={known.currency} />
      ) : (
        <div className={styles.choices} role="radiogroup" aria-labelledby="rail-title">
          {[
            { rail: 'instant' as const, ...(isInstant ? { fees, arrival_date: known.arrival_date } : other) },
            { rail: 'clearing' as const, ...(isInstant ? other : { fees, arrival_date: known.arrival_date }) },
          ].map((one) => (
            <Choice
              key={one.rail}
              rail={one.rail}
              day={isDated ? one.arrival_date : null}
              fees={isPriced ? one.fees : null}
              currency={known.currency}
              isDirect={isDirect}
              isChosen={one.rail === (chosen ?? proposed)}
              onChoose={() => onChoose(one.rail)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** Looks up the account of a saved beneficiary, once, where its bank is connected to the platform. */
function useAccountLookup(quote: TransferQuote | null, payee: Props['payee'], onFound: Props['onFound']) {
  const { mutate, data, error } = useCall(lookUpPayee, { isQuiet: true })
  const isNeeded = quote !== null && quote.is_reachable_instantly && quote.network !== 'book' && !payee.isLookedUp
  const ask = useEffectEvent(() =>
    mutate({ body: { kind: 'account', value: payee.iban } }, { onSuccess: ({ answer }) => onFound(answer) }),
  )
  useEffect(() => {
    if (isNeeded) ask()
  }, [isNeeded])
  return { holder: data?.answer.name ?? null, problem: error && errorLabels(error) }
}

type Priced = { isDirect: boolean; fees: number | null; currency: TransferQuote['currency'] }

function useFeesText() {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  return ({ fees, currency }: Priced) => (fees === null ? null : fees === 0 ? t`gratuit` : moneyText(fees, currency))
}

function useInstantDetail() {
  const { t } = useLingui()
  return (isDirect: boolean) =>
    isDirect ? t`Arrive en quelques secondes, jour et nuit.` : t`Arrive le jour choisi, en quelques secondes.`
}

/** "Instantané · gratuit · irrévocable". */
function useInstantTitle() {
  const { t } = useLingui()
  return (fees: string | null) => [t`Instantané`, fees, t`irrévocable`].filter((text) => text !== null).join(' · ')
}

/** The only way to pay an account that has no IBAN. */
function OnlyInstant(priced: Priced) {
  const title = useInstantTitle()(useFeesText()(priced))
  const detail = useInstantDetail()(priced.isDirect)
  return (
    <p className={styles.only} role="status">
      <Icon shape={Zap} />
      <span>
        <b>{title}</b>
        <br />
        <span className="muted small">{detail}</span>
      </span>
    </p>
  )
}

type ChoiceProps = Priced & { rail: Rail; day: string | null; isChosen: boolean; onChoose: () => void }

function Choice({ rail, day, isChosen, onChoose, ...priced }: ChoiceProps) {
  const { t } = useLingui()
  const { dayAndMonth } = useFormats()
  const fees = useFeesText()(priced)
  const instantTitle = useInstantTitle()(fees)
  const instantDetail = useInstantDetail()(priced.isDirect)
  return (
    <ChoiceRow
      name="rail"
      value={rail}
      isChosen={isChosen}
      onChoose={onChoose}
      title={rail === 'instant' ? instantTitle : [t`Compensation`, fees].filter((text) => text !== null).join(' · ')}
      detail={rail === 'instant' ? instantDetail : day && t`Arrive ${dayAndMonth(fromPlainDate(day))}.`}
    />
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type NewTransfer, transferTypes } from 'contract/transfers/transfers.ts'
import { CalendarCheck, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorLabels } from '../../../lib/report-error.ts'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useRhythm } from '../transfer-labels.ts'
import { isAbroad } from './transfer-draft.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

// Only for orders with a date.
const DatesPart = lazyPart(async () => (await import('./DatesPart.tsx')).DatesPart)

/** The execution date: now, on a day, or regularly; and one sentence with the true date, as the server calculates it. */
export function WhenPart({ flow }: { flow: TransferFlow }) {
  const { t } = useLingui()
  const { form, edited, quoteError } = flow
  const { type } = form.draft
  const names: Record<NewTransfer['type'], string> = {
    direct: t`Maintenant`,
    delayed: t`Un jour`,
    periodic: t`Régulièrement`,
  }
  return (
    <section className={styles.part} aria-labelledby="when-title">
      <h2 id="when-title">
        <Trans>Quand</Trans>
      </h2>
      <Segmented
        label={t`Quand`}
        value={type}
        // A series stays one, and so does a single order: otherwise its past dates could not be described.
        options={transferTypes
          .filter((one) => !edited || (one === 'periodic') === (edited.type === 'periodic'))
          .map((value) => ({ value, label: names[value] }))}
        onChange={(value) => form.set('type', value)}
      />
      {type !== 'direct' && <DatesPart flow={flow} type={type} />}
      {quoteError ? <InlineAlert tone="danger" title={errorLabels(quoteError)} /> : <Sentence flow={flow} />}
    </section>
  )
}

/** When the order leaves and arrives, and why not today. */
function Sentence({ flow }: { flow: TransferFlow }) {
  const sentence = useSentence(flow)
  const isSeries = flow.form.draft.type === 'periodic'
  return (
    <p className={styles.sentence} role="status">
      {sentence && (
        <>
          <Icon shape={isSeries ? Repeat : CalendarCheck} />
          <span>{sentence}</span>
        </>
      )}
    </p>
  )
}

function useSentence({ form, quote, isPaused }: TransferFlow): ReactNode {
  const { t } = useLingui()
  const { dayAndMonth, time } = useFormats()
  const rhythmOf = useRhythm()
  const { type, beneficiary, periodicity, start } = form.draft
  if (!quote || !beneficiary) return null
  const name = beneficiary.name
  const day = dayAndMonth(fromPlainDate(quote.execution_date))
  const arrival = dayAndMonth(fromPlainDate(quote.arrival_date))
  const cutOff = quote.cut_off === null ? '' : time(new Date(`2000-01-01T${quote.cut_off}:00Z`))
  const isLater = quote.arrival_date !== quote.execution_date
  const arrives =
    isLater && (isAbroad(form.draft) ? t`La banque du bénéficiaire le reçoit ${arrival}.` : t`Il arrive ${arrival}.`)
  if (type === 'periodic') {
    const rhythm = rhythmOf({ periodicity, start_date: start, display_date: null, execution_status: 'scheduled' })
    if (isPaused)
      return (
        <Trans>
          <b>{rhythm}.</b> Il reste en pause : aucun virement ne part avant que vous ne le repreniez.
        </Trans>
      )
    return (
      <Trans>
        <b>
          {rhythm}, à partir du {day}.
        </b>{' '}
        Si une date n’est pas ouvrée, le jour ouvré suivant. Vous pouvez mettre en pause ou sauter une fois.
      </Trans>
    )
  }
  if (type === 'delayed')
    return (
      <>
        <Trans>
          <b>Part {day}.</b>
        </Trans>{' '}
        {quote.execution_date !== start && t`Le jour choisi n’est pas ouvré.`} {arrives}
      </>
    )
  if (quote.signatures_needed > 0)
    return (
      <Trans>
        <b>Part dès la signature,</b> au plus tôt {day}.
      </Trans>
    )
  // Said where the way of paying is chosen.
  if (quote.network === 'instant') return null
  if (beneficiary.own_account_id)
    return (
      <Trans>
        <b>Tout de suite,</b> entre vos comptes.
      </Trans>
    )
  if (quote.network === 'book')
    return (
      <Trans>
        <b>Tout de suite :</b> {name} est dans la même banque.
      </Trans>
    )
  if (quote.postponed_by === 'cut_off')
    return (
      <>
        <Trans>
          <b>Part {day},</b> le prochain jour ouvré : il est plus de {cutOff} et {name} est dans une autre banque.
        </Trans>{' '}
        {arrives}
      </>
    )
  if (quote.postponed_by === 'payee_closed_day')
    return (
      <>
        <Trans>
          <b>Part {day},</b> le prochain jour ouvré : les banques du pays de {name} sont fermées aujourd’hui.
        </Trans>{' '}
        {arrives}
      </>
    )
  if (quote.postponed_by === 'closed_day')
    return (
      <>
        <Trans>
          <b>Part {day},</b> le prochain jour ouvré : les banques sont fermées aujourd’hui.
        </Trans>{' '}
        {arrives}
      </>
    )
  return (
    <>
      <Trans>
        <b>Part aujourd’hui</b> si vous envoyez avant {cutOff}.
      </Trans>{' '}
      {arrives}
    </>
  )
}

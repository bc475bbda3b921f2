import { Trans, useLingui } from '@lingui/react/macro'
import { MAX_DAYS_AHEAD, type NewTransfer, transferTypes } from 'contract/transfers/transfers.ts'
import { addDays, periodicities } from 'contract/values/calendar.ts'
import { CalendarCheck, Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorLabels } from '../../../lib/report-error.ts'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { useBankDay } from '../../../lib/session/session.ts'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { cx } from '../../../ui/cx.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { usePeriodicities, useRhythm } from '../transfer-labels.ts'
import { isAbroad } from './transfer-draft.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

/** The execution date: now, on a day, or regularly; and one sentence with the true date, as the server calculates it. */
export function WhenPart({ flow }: { flow: TransferFlow }) {
  const { t } = useLingui()
  const periods = usePeriodicities()
  const { form, edited, quoteError } = flow
  const { type, start, end } = form.draft
  const names: Record<NewTransfer['type'], string> = {
    direct: t`Maintenant`,
    delayed: t`Un jour`,
    periodic: t`Régulièrement`,
  }
  const [hasEnd, setHasEnd] = useState(end !== '')
  const first = type === 'delayed' ? 'execution_date' : 'start_date'
  const today = useBankDay()
  const days = { min: addDays(today, 1), max: addDays(today, MAX_DAYS_AHEAD) }
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
      {type !== 'direct' && (
        <div className={styles.dates}>
          {type === 'periodic' && (
            <SelectField
              name="periodicity"
              label={t`Périodicité`}
              value={form.draft.periodicity}
              options={periodicities.map((value) => ({ value, label: periods[value] }))}
              onChange={(periodicity) => form.set('periodicity', periodicity)}
            />
          )}
          <DateField
            name={first}
            label={type === 'delayed' ? t`Date d’exécution` : t`Première échéance`}
            value={start}
            error={form.problemAt(first)}
            onChange={(day) => form.set('start', day, first)}
            onBlur={() => start !== '' && form.check([first])}
            {...days}
          />
          {type === 'periodic' && hasEnd && (
            <DateField
              name="end_date"
              label={t`Date de fin`}
              isOptional
              value={end}
              error={form.problemAt('end_date')}
              onChange={(day) => form.set('end', day, 'end_date')}
              onBlur={() => end !== '' && form.check(['end_date'])}
              {...days}
            />
          )}
        </div>
      )}
      {type === 'periodic' && <NextDays flow={flow} onEnd={hasEnd ? null : () => setHasEnd(true)} />}
      {quoteError ? <InlineAlert tone="danger" title={errorLabels(quoteError)} /> : <Sentence flow={flow} />}
    </section>
  )
}

/** The next dates of a series; a date on a closed day names the day that it replaces. */
function NextDays({ flow: { quote }, onEnd }: { flow: TransferFlow; onEnd: (() => void) | null }) {
  const { t } = useLingui()
  const { longDateWithDay, dayAndMonth } = useFormats()
  const next = quote?.next_dates ?? []
  if (next.length === 0 && !onEnd) return null
  return (
    <ul className={cx(styles.days, 'num')} aria-label={t`Prochaines échéances`}>
      {next.slice(0, 3).map(({ nominal, due }) => (
        <li key={nominal} className={cx(due !== nominal && styles.moved)}>
          <b>{longDateWithDay(fromPlainDate(due))}</b>
          {due !== nominal && t`au lieu du ${dayAndMonth(fromPlainDate(nominal))}`}
        </li>
      ))}
      {onEnd && (
        <li>
          <b>
            <Trans>Sans fin</Trans>
          </b>
          <button type="button" className="link" onClick={onEnd}>
            <Trans>Fixer une fin</Trans>
          </button>
        </li>
      )}
    </ul>
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

function useSentence({ form, quote }: TransferFlow): ReactNode {
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

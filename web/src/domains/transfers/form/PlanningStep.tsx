import { Trans, useLingui } from '@lingui/react/macro'
import { MAX_DAYS_AHEAD, type NewTransfer, type TransferQuote, transferTypes } from 'contract/transfers/transfers.ts'
import { addDays, periodicities } from 'contract/values/calendar.ts'
import { ArrowRight } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { useBankDay } from '../../../lib/session/session.ts'
import { FlowFoot } from '../../../shell/forms/FlowFrame.tsx'
import { FormFrame } from '../../../shell/forms/FormFrame.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ChoiceRow } from '../../../ui/fields/ChoiceRow.tsx'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { NextDates } from '../NextDates.tsx'
import { Back, type StepProps, StepHeading } from './transfer-steps.tsx'
import { transferIcons, usePeriodicities, useTransferTypes } from '../transfer-labels.ts'
import styles from './PlanningStep.module.css'

/** The execution date: now, on a day, or periodic. The calculated dates are shown as soon as they are loaded. */
export function PlanningStep({
  form,
  edited,
  quote,
  rejections,
  call,
  onSubmit,
  onBack,
}: StepProps & { quote: TransferQuote | null; onBack: () => void }) {
  const { t } = useLingui()
  const types = useTransferTypes()
  const periods = usePeriodicities()
  const { type } = form.draft
  const details: Record<NewTransfer['type'], string> = {
    direct: t`Dès la confirmation, selon le réseau de la banque du bénéficiaire`,
    delayed: t`Une fois, à la date de votre choix`,
    periodic: t`À intervalles réguliers, jusqu’à ce que vous l’arrêtiez`,
  }
  const first = type === 'delayed' ? 'execution_date' : 'start_date'
  const hasProblems = [first, 'end_date'].some((field) => form.problemAt(field) !== null)
  const today = useBankDay()
  const days = { min: addDays(today, 1), max: addDays(today, MAX_DAYS_AHEAD) }
  return (
    <>
      <StepHeading>{t`Quand l’envoyer ?`}</StepHeading>
      <FormFrame
        onSubmit={onSubmit}
        form={{ rejections, hasProblems, call }}
        actions={
          <FlowFoot>
            <Back onBack={onBack} />
            <Button type="submit" variant="primary" size="lg" iconAfter={ArrowRight}>
              <Trans>Continuer</Trans>
            </Button>
          </FlowFoot>
        }
      >
        <div role="radiogroup" aria-label={t`Type de virement`} className={styles.types}>
          {/* A series stays one, and so does a single order: otherwise its past dates could not be described. */}
          {transferTypes
            .filter((one) => !edited || (one === 'periodic') === (edited.type === 'periodic'))
            .map((one) => (
              <ChoiceRow
                key={one}
                name="type"
                value={one}
                isChosen={type === one}
                onChoose={() => form.set('type', one)}
                before={<Icon shape={transferIcons[one]} />}
                title={types[one]}
                detail={details[one]}
              />
            ))}
        </div>
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
              value={form.draft.start}
              error={form.problemAt(first)}
              onChange={(start) => form.set('start', start, first)}
              onBlur={() => form.draft.start !== '' && form.check([first])}
              {...days}
            />
            {type === 'periodic' && (
              <DateField
                name="end_date"
                label={t`Date de fin`}
                isOptional
                value={form.draft.end}
                error={form.problemAt('end_date')}
                onChange={(end) => form.set('end', end, 'end_date')}
                onBlur={() => form.draft.end !== '' && form.check(['end_date'])}
                {...days}
              />
            )}
          </div>
        )}
        <Preview type={type} quote={quote} />
      </FormFrame>
    </>
  )
}

/** The dates as the server calculates them, during the choice. */
function Preview({ type, quote }: { type: NewTransfer['type']; quote: TransferQuote | null }) {
  const { t } = useLingui()
  const { longDateWithDay } = useFormats()
  if (type === 'direct' || !quote) return null
  const { next_dates, execution_date, warnings } = quote
  if (next_dates.length > 0) return <NextDates dates={next_dates} heading="h2" />
  const day = longDateWithDay(fromPlainDate(execution_date))
  return (
    warnings.includes('date_moved') && (
      <p className="muted" role="status">{t`Ce jour n’est pas ouvré : le virement sera exécuté le ${day}.`}</p>
    )
  )
}

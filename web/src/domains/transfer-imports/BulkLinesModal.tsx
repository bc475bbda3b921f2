import { useLingui } from '@lingui/react/macro'
import type { TypedLine } from 'contract/transfers/imports.ts'
import { transferRefusals } from 'contract/refusals/transfers.ts'
import { LABEL_MAX_LENGTH, MAX_DAYS_AHEAD, purposes } from 'contract/transfers/transfers.ts'
import { addDays } from 'contract/values/calendar.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { translate } from '../../lib/language.ts'
import { useBankDay } from '../../lib/session/session.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useChangeImport } from './multiple-queries.ts'
import { usePurposes } from '../transfers/transfer-labels.ts'

/** Sets one label, purpose or date for every line; an empty field changes nothing. */
export function BulkLinesModal({ importId, onClose }: { importId: string; onClose: () => void }) {
  const { t } = useLingui()
  const change = useChangeImport()
  const [label, setLabel] = useState('')
  const [day, setDay] = useState('')
  const [purpose, setPurpose] = useState('')
  const [rejections, setRejections] = useState(0)
  const today = useBankDay()
  const last = addDays(today, MAX_DAYS_AHEAD)
  const purposeNames = usePurposes()
  const isWhole = /^\d{4}-\d{2}-\d{2}$/.test(day)
  const set: Partial<TypedLine> = {
    ...(label.trim() !== '' && { label }),
    ...(purpose !== '' && { purpose }),
    ...(isWhole && { execution_date: day.split('-').toReversed().join('/') }),
  }
  const isEmpty = Object.keys(set).length === 0
  // Such a date would put an error on every line.
  const dayError = !isWhole
    ? null
    : day < today
      ? t`Choisissez une date à partir d’aujourd’hui`
      : day > last
        ? translate(transferRefusals.date_too_far)
        : null
  const submit = () => {
    if (dayError !== null) return setRejections(rejections + 1)
    if (isEmpty) return onClose()
    change.mutate(
      { params: { id: importId }, body: { lines: null, set } },
      {
        onSuccess: () => {
          announce(t`Toutes les lignes ont été modifiées.`)
          onClose()
        },
      },
    )
  }
  return (
    <FormModal
      title={t`Pour toutes les lignes`}
      verb={t`Appliquer`}
      form={{ rejections, hasProblems: dayError !== null, isDirty: !isEmpty || day !== '', call: change }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Libellé`}
        isOptional
        name="label"
        maxLength={LABEL_MAX_LENGTH}
        value={label}
        onChange={setLabel}
        autoComplete="off"
      />
      <SelectField
        label={t`Motif économique`}
        help={t`Des comptes hors UEMOA`}
        isOptional
        name="purpose"
        value={purpose}
        options={[
          { value: '', label: t`Ne pas changer` },
          ...purposes.map((value) => ({ value, label: purposeNames[value] })),
        ]}
        onChange={setPurpose}
      />
      <DateField
        label={t`Date d’exécution`}
        isOptional
        name="day"
        value={day}
        error={dayError}
        min={today}
        max={last}
        onChange={setDay}
      />
    </FormModal>
  )
}

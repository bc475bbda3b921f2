import { useLingui } from '@lingui/react/macro'
import type { ImportItem, LineColumn, TypedLine } from 'contract/transfers/imports.ts'
import { purposes } from 'contract/transfers/transfers.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useChangeImport } from './multiple-queries.ts'
import { usePurposes } from '../transfers/transfer-labels.ts'

type Props = { importId: string; item: ImportItem; onSaved: (item: ImportItem) => void; onClose: () => void }

/** One line as typed, with the error of each field. It closes when there is no error any more. */
export function ImportLineModal({ importId, item, onSaved, onClose }: Props) {
  const { t } = useLingui()
  const change = useChangeImport()
  const purposeNames = usePurposes()
  // The recognised purpose: a file may contain it as text.
  const [typed, setTyped] = useState<TypedLine>({ ...item.typed, purpose: item.transfer.purpose ?? item.typed.purpose })
  const [stored, setStored] = useState(typed)
  const [checked, setChecked] = useState(item)
  const [rejections, setRejections] = useState(0)
  const field = (name: LineColumn) => ({
    name,
    value: typed[name],
    error:
      checked.errors
        .filter(({ column }) => column === name && typed[name] === checked.typed[name])
        .map(({ message }) => message)[0] ?? null,
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  const isInFrancs = ['', 'XOF'].includes(typed.currency.trim().toUpperCase())
  const submit = () =>
    change.mutate(
      { params: { id: importId }, body: { lines: [item.id], set: typed } },
      {
        onSuccess: ({ answer }) => {
          const now = answer.items.find(({ id }) => id === item.id) ?? checked
          setChecked(now)
          setStored(typed)
          onSaved(now)
          if (now.errors.length > 0) return setRejections(rejections + 1)
          announce(t`La ligne a bien été corrigée.`)
          onClose()
        },
      },
    )
  return (
    <FormModal
      title={t`Ligne ${item.line}`}
      verb={t`Enregistrer`}
      form={{ rejections, hasProblems: checked.errors.length > 0, isDirty: typed !== stored, call: change }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t`Bénéficiaire`} {...field('name')} autoComplete="off" />
      <TextField
        label={t`IBAN`}
        {...field('iban')}
        isNumeric
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
      />
      <TextField
        label={t`BIC / SWIFT`}
        help={t`Nécessaire hors UEMOA`}
        isOptional
        {...field('bic')}
        isNumeric
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
      />
      <SelectField
        label={t`Motif économique`}
        help={t`Nécessaire hors UEMOA`}
        isOptional
        {...field('purpose')}
        options={[{ value: '', label: t`Aucun` }, ...purposes.map((value) => ({ value, label: purposeNames[value] }))]}
      />
      <TextField
        label={t`Montant`}
        {...field('amount')}
        isNumeric
        inputMode={isInFrancs ? 'numeric' : 'decimal'}
        autoComplete="off"
      />
      <TextField
        label={t`Devise`}
        help={t`Hors UEMOA seulement : EUR ou USD, par exemple. Vide : francs CFA`}
        isOptional
        {...field('currency')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
      />
      <TextField label={t`Libellé`} {...field('label')} autoComplete="off" />
      <TextField
        label={t`Date d’exécution`}
        help={t`JJ/MM/AAAA, vide si immédiat`}
        isOptional
        {...field('execution_date')}
        autoComplete="off"
      />
      <TextField label={t`Téléphone`} isOptional {...field('phone')} inputMode="tel" autoComplete="off" />
      <TextField label={t`E-mail`} isOptional {...field('email')} inputMode="email" autoComplete="off" />
      <TextField label={t`Référence`} isOptional {...field('reference')} autoComplete="off" />
    </FormModal>
  )
}

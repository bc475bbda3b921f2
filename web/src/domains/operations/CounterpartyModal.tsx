import { Trans, useLingui } from '@lingui/react/macro'
import { COUNTERPARTY_NAME_MAX_LENGTH } from 'contract/accounts/counterparties.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { problems } from 'contract/problems.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { translate } from '../../lib/language.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useSubject } from './operation-labels.ts'
import { useNameCounterparty } from './operation-queries.ts'

/** Gives the counterparty of an operation a name of the customer's own: all its operations show it. */
export function CounterpartyModal({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { t } = useLingui()
  const subject = useSubject()(operation)
  const [name, setName] = useState(subject)
  const [rejections, setRejections] = useState(0)
  const rename = useNameCounterparty()
  const problem = rejections > 0 && tidyLine(name) === '' ? translate(problems.required) : null
  const send = (next: string | null) =>
    rename.mutate(
      { params: { id: operation.id }, body: { name: next } },
      {
        onSuccess: () => {
          announce(t`Le nom a bien été enregistré.`)
          onClose()
        },
      },
    )
  return (
    <FormModal
      title={t`Renommer ${subject}`}
      verb={t`Enregistrer le nom`}
      form={{ rejections, hasProblems: problem !== null, isDirty: name !== subject, call: rename }}
      secondary={
        <Button disabled={rename.isPending} onClick={() => send(null)}>
          <Trans>Reprendre le nom de la banque</Trans>
        </Button>
      }
      onSubmit={() => (tidyLine(name) === '' ? setRejections(rejections + 1) : send(tidyLine(name)))}
      onClose={onClose}
    >
      {rename.error && <InlineAlert tone="danger" title={errorLabels(rename.error)} />}
      <p className="muted">
        <Trans>
          Toutes ses opérations porteront ce nom, pour toutes les personnes de votre compte. Le libellé de la banque ne
          change pas.
        </Trans>
      </p>
      <TextField
        name="name"
        label={t`Nom`}
        value={name}
        error={problem}
        maxLength={COUNTERPARTY_NAME_MAX_LENGTH}
        autoComplete="off"
        onChange={setName}
      />
    </FormModal>
  )
}

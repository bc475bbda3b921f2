import { Trans, useLingui } from '@lingui/react/macro'
import { ACCOUNTING_MAX_LENGTH, NOTE_MAX_LENGTH, type Operation } from 'contract/accounts/operations.ts'
import { tidyLine } from 'contract/values/text.ts'
import { NotebookPen, Plus } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useAccount } from '../../lib/session/session.ts'
import { PersonalNote } from '../../shell/forms/PersonalNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Line } from './OperationLine.tsx'
import { saveNote, useChangeOperation } from './operation-queries.ts'
import styles from './OperationPanel.module.css'

/** The customer's data of an operation: the accounting code, and a personal note. */
export function OperationNotes({ operation }: { operation: Operation }) {
  const { t } = useLingui()
  const { id } = operation
  // Individuals have no accounting code.
  const { is_company: isCompany, uuid } = useAccount()
  const change = useChangeOperation(id)
  const [code, setCode] = useState(operation.accounting ?? '')
  const saveCode = () =>
    change.mutate({
      params: { id },
      body: { accounting: tidyLine(code) || null },
      done: () => announce(t`L’imputation comptable a bien été enregistrée.`),
    })
  return (
    <>
      {change.error && <InlineAlert tone="danger" title={change.error.message} />}
      {(isCompany || operation.accounting !== null) && (
        <form
          className={styles.notes}
          onSubmit={(event) => {
            event.preventDefault()
            saveCode()
          }}
        >
          <TextField
            name="accounting"
            label={t`Imputation comptable`}
            help={t`Le compte de votre plan comptable, par exemple 605200.`}
            value={code}
            error={null}
            maxLength={ACCOUNTING_MAX_LENGTH}
            autoComplete="off"
            onChange={setCode}
          />
          {tidyLine(code) !== (operation.accounting ?? '') && (
            <Button type="submit" isBusy={change.isPending}>
              <Trans>Enregistrer l’imputation</Trans>
            </Button>
          )}
        </form>
      )}
      <PersonalNote
        id={id}
        saved={operation.comment}
        maxLength={NOTE_MAX_LENGTH}
        save={(note) => saveNote(uuid, id, note)}
        className={styles.notes}
        opener={(open) => (
          <button type="button" className={styles.line} onClick={open}>
            <Line icon={NotebookPen} end={Plus}>
              <Trans>Ajouter une note</Trans>
            </Line>
          </button>
        )}
      />
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import type { PendingConfirmation } from '../../lib/api/confirmation.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { confirmationNotes, confirmationRecap } from './confirmation-recap.ts'
import styles from './ConfirmationModal.module.css'
import { useOperationLabels } from './operation-labels.ts'
import { OperationRecap } from './OperationRecap.tsx'

const LONG_WAIT_MS = 1000

export function ConfirmationModal({ pending }: { pending: PendingConfirmation }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [isLong, setLong] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const recap = useStore(confirmationRecap)
  const notes = useStore(confirmationNotes)
  const { summary } = pending.required.operation
  const labels = useOperationLabels(summary)

  useEffect(() => {
    if (!isSending) return setLong(false)
    const timer = setTimeout(() => setLong(true), LONG_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isSending])
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [problem])

  const submit = async () => {
    if (isSending) return
    if (password === '') return setMissing(true)
    setSending(true)
    setProblem(null)
    try {
      await pending.confirm(password)
    } catch (error) {
      // Only errors of the password check: errors of the call itself are shown by the form behind.
      setPassword('')
      setProblem(error instanceof CallError ? error : new CallError(0, 'unknown', t`Une erreur est survenue.`))
    } finally {
      setSending(false)
    }
  }
  if (isLong)
    return (
      <Modal title={labels.waiting}>
        <div className={styles.wait} role="status">
          <span className={styles.spin} aria-hidden />
          <div>
            <p className="strong">
              <Trans>Veuillez patienter...</Trans>
            </p>
            <p className="muted">
              <Trans>Votre demande est en cours de traitement.</Trans>
            </p>
          </div>
        </div>
      </Modal>
    )
  const atField =
    problem?.status === 422 ? problem.message : isMissing && password === '' ? t`Saisissez votre mot de passe` : null
  return (
    <Modal
      title={t`Confirmez l’opération`}
      onClose={isSending ? undefined : pending.cancel}
      foot={
        <>
          <Button disabled={isSending} onClick={pending.cancel}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form="confirmation" variant="primary" icon={Lock} isBusy={isSending}>
            {labels.verb}
          </Button>
        </>
      }
    >
      {recap ?? <OperationRecap facts={summary.facts} isSelection={summary.kind === 'items.accept'} />}
      {notes}
      {problem && problem.status !== 422 && <InlineAlert tone="danger" title={problem.message} />}
      <form
        id="confirmation"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <PasswordField
          name="password"
          label={t`Votre mot de passe`}
          help={t`Celui que vous utilisez pour vous connecter.`}
          autoComplete="current-password"
          value={password}
          error={atField}
          onChange={setPassword}
        />
      </form>
    </Modal>
  )
}

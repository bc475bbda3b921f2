import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../lib/call-error.ts'
import type { PendingConfirmation } from '../lib/confirmation.ts'
import { groupByFour } from '../lib/formats.ts'
import { Button } from '../ui/Button.tsx'
import { InlineAlert } from '../ui/InlineAlert.tsx'
import { Modal } from '../ui/Modal.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import styles from './ConfirmationModal.module.css'
import { Money } from './Money.tsx'

const LONG_WAIT_MS = 1000

export function ConfirmationModal({ pending }: { pending: PendingConfirmation }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [isLong, setLong] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { summary } = pending.required.operation

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
      // Here only what the password check answered: the call itself answers the form behind.
      setPassword('')
      setProblem(error instanceof CallError ? error : new CallError(0, 'unknown', t`Une erreur est survenue.`))
    } finally {
      setSending(false)
    }
  }
  if (isLong)
    return (
      <Modal title={t`Envoi du virement`}>
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
  const atField = problem?.status === 422 ? problem.message : isMissing && password === '' ? t`Saisissez votre mot de passe` : null
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
            <Trans>Envoyer le virement</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.recap}>
        <div className={styles.text}>
          <p className="h3">{summary.payee}</p>
          <p className="muted small num">{groupByFour(summary.iban)}</p>
          <p className="muted small">{summary.label}</p>
        </div>
        <Money amount={summary.amount} currency={summary.currency} size="title" />
      </div>
      <p className="muted small">
        <Trans>
          Du compte <span className="strong num nowrap">{groupByFour(summary.account)}</span>
        </Trans>
        {summary.fees + summary.tax > 0 && (
          <>
            {' · '}
            <Trans>
              frais et taxe compris : <Money amount={summary.total} currency={summary.currency} />
            </Trans>
          </>
        )}
      </p>
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

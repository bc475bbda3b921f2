import { Trans, useLingui } from '@lingui/react/macro'
import type { ConfirmationMethod } from 'contract/access/session.ts'
import { Fingerprint, Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import type { PendingConfirmation, Proof } from '../../lib/api/confirmation.ts'
import { hasPasskeys } from '../../lib/passkey-support.ts'
import { useSession } from '../../lib/session/session.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { HiddenUsername } from '../../ui/fields/HiddenUsername.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { confirmationNotes } from './confirmation-notes.ts'
import { CodeField } from './CodeField.tsx'
import styles from './ConfirmationModal.module.css'
import { useOperationLabels } from './operation-labels.ts'
import { OperationRecap } from './OperationRecap.tsx'
import { usePasskeySignature } from './use-passkey-signature.ts'

const LONG_WAIT_MS = 1000

export function ConfirmationModal({ pending }: { pending: PendingConfirmation }) {
  const { t } = useLingui()
  const { summary, methods: accepted, hash } = pending.required.operation
  const methods = accepted.filter((one) => one !== 'passkey' || hasPasskeys())
  // Only a passkey would do, and this browser knows none.
  const isImpossible = methods.length === 0
  const [method, setMethod] = useState<ConfirmationMethod>(methods[0] ?? 'passkey')
  const [typed, setTyped] = useState({ password: '', code: '' })
  const { user } = useSession()
  const [isSending, setSending] = useState(false)
  const [isLong, setLong] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { recap, notes } = pending.view
  const screenNotes = useStore(confirmationNotes)
  const labels = useOperationLabels(summary)
  const sign = usePasskeySignature(hash, method === 'passkey' && !isImpossible)

  useEffect(() => {
    if (!isSending) return setLong(false)
    const timer = setTimeout(() => setLong(true), LONG_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isSending])
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [problem, method])

  const proof = async (): Promise<Proof> => {
    if (method === 'passkey') return { credential: await sign() }
    return method === 'code' ? typed : { password: typed.password }
  }
  const isIncomplete =
    method !== 'passkey' && (typed.password === '' || (method === 'code' && typed.code.trim() === ''))
  const submit = async () => {
    if (isSending || isImpossible) return
    setChecked(true)
    if (isIncomplete) return
    setSending(true)
    setProblem(null)
    try {
      await pending.confirm(await proof())
    } catch (error) {
      // Only errors of the proof: errors of the call itself are shown by the form behind.
      setTyped({ password: '', code: '' })
      setChecked(false)
      setProblem(error instanceof CallError ? error : new CallError(0, 'unknown', t`Une erreur est survenue.`))
    } finally {
      setSending(false)
    }
  }
  // The browser's own dialog is on top while it asks for the passkey.
  if (isLong && method !== 'passkey')
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
  const messageAt = (field: string) => problem?.problems.find((one) => one.field === field)?.message ?? null
  const isAtField = messageAt('password') !== null || messageAt('code') !== null
  const missing = (text: string, message: string) => (isChecked && text.trim() === '' ? message : null)
  const others: Record<ConfirmationMethod, string> = {
    passkey: t`Utiliser une clé d’accès`,
    code: t`Utiliser un code`,
    password: t`Utiliser le mot de passe`,
  }
  return (
    <Modal
      title={t`Confirmez l’opération`}
      onClose={isSending ? undefined : pending.cancel}
      foot={
        <>
          <Button disabled={isSending} onClick={pending.cancel}>
            <Trans>Annuler</Trans>
          </Button>
          <Button
            type="submit"
            form="confirmation"
            variant="primary"
            icon={method === 'passkey' ? Fingerprint : Lock}
            isBusy={isSending}
            disabled={isImpossible}
          >
            {labels.verb}
          </Button>
        </>
      }
    >
      {recap ??
        (summary.facts.length > 0 && (
          <OperationRecap facts={summary.facts} isSelection={summary.kind === 'items.accept'} />
        ))}
      {notes ?? screenNotes}
      {problem && !isAtField && <InlineAlert tone="danger" title={problem.message} />}
      <form
        id="confirmation"
        className={styles.form}
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {user && <HiddenUsername login={user.login} />}
        {isImpossible ? (
          <InlineAlert tone="warning" title={t`Ce navigateur ne connaît pas les clés d’accès`}>
            <Trans>Cette opération ne se confirme que par votre clé d’accès : faites-la sur l’appareil qui l’a.</Trans>
          </InlineAlert>
        ) : method === 'passkey' ? (
          <p className="muted">
            <Trans>Confirmez avec votre clé d’accès : empreinte, visage ou code de votre appareil.</Trans>
          </p>
        ) : (
          <PasswordField
            name="password"
            label={t`Votre mot de passe`}
            help={t`Celui que vous utilisez pour vous connecter.`}
            autoComplete="current-password"
            value={typed.password}
            error={messageAt('password') ?? missing(typed.password, t`Saisissez votre mot de passe`)}
            onChange={(password) => setTyped({ ...typed, password })}
          />
        )}
        {method === 'code' && (
          <CodeField
            value={typed.code}
            error={messageAt('code') ?? missing(typed.code, t`Saisissez le code`)}
            onChange={(code) => setTyped({ ...typed, code })}
          />
        )}
        {methods.length > 1 && (
          <p className={styles.others}>
            {methods
              .filter((one) => one !== method)
              .map((one) => (
                <Button
                  key={one}
                  variant="quiet"
                  size="sm"
                  disabled={isSending}
                  onClick={() => {
                    setMethod(one)
                    setProblem(null)
                    setChecked(false)
                  }}
                >
                  {others[one]}
                </Button>
              ))}
          </p>
        )}
      </form>
    </Modal>
  )
}

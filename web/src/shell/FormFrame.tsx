import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { faultWords } from '../lib/faults.ts'
import { CallError, NotConfirmed } from '../lib/call-error.ts'
import { useIsOnline } from '../lib/online.ts'
import { InlineAlert } from '../ui/InlineAlert.tsx'
import styles from './FormFrame.module.css'

type Props = {
  onSubmit: () => void
  /** Where the button that sends stands outside the form, in the foot of a dialog. */
  id?: string
  /** Counts the submissions that found something wrong in the form: each one brings the alert back into focus. */
  rejections: number
  /** Whether a field still shows a problem. */
  hasProblems: boolean
  /** What the server refused. */
  refusal?: Error | null
  actions: ReactNode
  children: ReactNode
}

const refusalWords = (refusal: Error | null | undefined) => {
  if (!refusal || refusal instanceof NotConfirmed) return null
  if (!(refusal instanceof CallError)) return faultWords(refusal)
  const isAtFields = refusal.problems.length > 0 && refusal.problems.every(({ field }) => field !== null)
  return isAtFields ? null : refusal.message
}

/** Sending, refusal and field problems, said in one way by every form. */
export function FormFrame({ id, onSubmit, rejections, hasProblems, refusal, actions, children }: Props) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const alert = useRef<HTMLDivElement>(null)
  const refused = refusalWords(refusal)
  useEffect(() => {
    // First the alert, then Tab reaches the fields: React would leave the focus on the button.
    if (rejections > 0 || refusal) alert.current?.focus()
  }, [rejections, refusal])
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isOnline) onSubmit()
      }}
    >
      {refused ? (
        <InlineAlert ref={alert} tone="danger" title={refused} />
      ) : (
        hasProblems &&
        (rejections > 0 || refusal) && (
          <InlineAlert
            ref={alert}
            tone="danger"
            title={t`Certaines informations sont manquantes ou erronées. Veuillez vérifier les champs indiqués ci-dessous.`}
          />
        )
      )}
      {!isOnline && (
        <InlineAlert tone="warning" title={t`Vous êtes hors connexion`}>
          <Trans>L’envoi reprendra au retour du réseau.</Trans>
        </InlineAlert>
      )}
      {children}
      {actions}
    </form>
  )
}

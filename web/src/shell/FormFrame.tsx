import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { faultWords } from '../lib/faults.ts'
import { CallError, NotConfirmed } from '../lib/call-error.ts'
import { useIsOnline } from '../lib/online.ts'
import { InlineAlert } from '../ui/InlineAlert.tsx'
import { findUnreadable } from '../ui/use-validity.ts'
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
  const form = useRef<HTMLFormElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const refused = refusalWords(refusal)
  useEffect(() => {
    // First the alert, then Tab reaches the fields: React would leave the focus on the button.
    if (rejections > 0 || refusal) alert.current?.focus()
  }, [rejections, refusal])
  useEffect(() => {
    // The alert goes once every field can be read again.
    if (isUnreadable && form.current && findUnreadable(form.current).length === 0) setUnreadable(false)
  }, [isUnreadable, children])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Text that is no amount or no day is never sent, whatever the form knows of it.
    const [first] = findUnreadable(event.currentTarget)
    setUnreadable(first !== undefined)
    if (first) first.focus()
    else if (isOnline) onSubmit()
  }
  return (
    <form ref={form} id={id} className={styles.form} noValidate onSubmit={submit}>
      {refused ? (
        <InlineAlert ref={alert} tone="danger" title={refused} />
      ) : (
        (isUnreadable || (hasProblems && (rejections > 0 || refusal))) && (
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

import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorLabels } from '../../lib/report-error.ts'
import { CallError, NotConfirmed } from '../../lib/api/call-error.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import type { FormState } from '../../lib/forms/use-form.ts'
import { formLevelProblems } from '../../lib/forms/form-level-problems.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { visibleErrors } from '../../ui/fields/visible-errors.ts'
import { findUnreadable, VALIDITY_CHANGE } from '../../ui/fields/use-validity.ts'
import styles from './FormFrame.module.css'

type Props = {
  onSubmit: () => void
  /** Set if the submit button is outside the form, in the foot of a dialog. */
  id?: string
  form: FormState
  /** The buttons below the fields; none if they are in the foot of a dialog. */
  actions?: ReactNode
  children: ReactNode
}

/** The refusal of the whole form. Errors of single fields are displayed at the fields. */
const refusalLabels = (refusal: Error | null) => {
  if (!refusal || refusal instanceof NotConfirmed) return null
  if (!(refusal instanceof CallError)) return errorLabels(refusal)
  return refusal.problems.length > 0 ? null : refusal.message
}

const nothing: readonly string[] = []

/**
 * The errors of a refusal that no field of this form displays. Read from the page, so that no field can be forgotten.
 */
function useFormLevelProblems(
  form: RefObject<HTMLFormElement | null>,
  refusal: Error | null,
  children: ReactNode,
): readonly string[] {
  const [formLevel, setFormLevel] = useState(nothing)
  useLayoutEffect(() => {
    const visible = refusal instanceof CallError && refusal.problems.length > 0 ? form.current : null
    const found = visible && refusal instanceof CallError ? formLevelProblems(refusal, visibleErrors(visible)) : nothing
    setFormLevel((before) => (before.join('\n') === found.join('\n') ? before : found))
  }, [form, refusal, children])
  return formLevel
}

/** Displays sending, refusal and field errors uniformly for every form. */
export function FormFrame({
  id,
  onSubmit,
  form: { rejections = 0, hasProblems = false, call },
  actions,
  children,
}: Props) {
  const refusal = call?.error ?? null
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const alert = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const formLevel = useFormLevelProblems(form, refusal, children)
  const isAtFields = isUnreadable || (hasProblems && (rejections > 0 || Boolean(refusal)))
  const refused = refusalLabels(refusal) ?? (isAtFields ? null : (formLevel[0] ?? null))
  const others = isAtFields ? formLevel : formLevel.slice(1)
  useEffect(() => {
    // The alert gets the focus first, then Tab reaches the fields: React would leave the focus on the button.
    if (rejections > 0 || refusal) alert.current?.focus()
  }, [rejections, refusal, formLevel])
  useEffect(() => {
    const visible = form.current
    if (!isUnreadable || !visible) return
    // The alert disappears once every field is readable again.
    const look = () => findUnreadable(visible).length === 0 && setUnreadable(false)
    look()
    visible.addEventListener(VALIDITY_CHANGE, look)
    return () => visible.removeEventListener(VALIDITY_CHANGE, look)
  }, [isUnreadable])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // An unreadable amount or date is never sent, whatever the form does.
    const [first] = findUnreadable(event.currentTarget)
    setUnreadable(first !== undefined)
    if (first) first.focus()
    else if (isOnline && !call?.isPending) onSubmit()
  }
  return (
    <form ref={form} id={id} className={styles.form} noValidate onSubmit={submit}>
      {(refused !== null || isAtFields) && (
        <InlineAlert
          ref={alert}
          tone="danger"
          title={
            refused ??
            t`Certaines informations sont manquantes ou erronées. Veuillez vérifier les champs indiqués ci-dessous.`
          }
        >
          {others.length > 0 && (
            <ul>
              {others.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </InlineAlert>
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

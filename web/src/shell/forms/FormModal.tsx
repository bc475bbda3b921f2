import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { DialogFormState } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import type { IconShape } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { FormFrame } from './FormFrame.tsx'
import type { Loss } from './LeaveQuestion.tsx'
import { useDismissal } from './use-dismissal.tsx'
import { useNewError } from './use-new-error.ts'

type Props = {
  title: string
  size?: 'md' | 'wide'
  /** The label of the submit button. */
  verb: ReactNode
  variant?: 'primary' | 'danger'
  icon?: IconShape
  form: DialogFormState
  /** What is lost when it is dismissed, if it is not the typed text. */
  loss?: Loss | undefined
  /** The button beside the submit button, if it is not Cancel. */
  secondary?: ReactNode
  /** The content above the form. */
  intro?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, sent by the button in its foot. It stays open during the call. */
export function FormModal({
  title,
  size = 'md',
  verb,
  variant = 'primary',
  icon,
  form,
  loss,
  secondary,
  intro,
  onSubmit,
  onClose,
  children,
}: Props) {
  const id = useId()
  const { call } = form
  const isSending = call?.isPending ?? false
  const error = useNewError(call?.error ?? null)
  const { onDismiss, question } = useDismissal(form.isDirty, onClose, { loss })
  return (
    <Modal
      title={title}
      size={size}
      onClose={isSending ? undefined : onClose}
      onDismiss={isSending ? undefined : onDismiss}
      foot={
        <>
          {secondary ?? (
            <Button disabled={isSending} onClick={onClose}>
              <Trans>Annuler</Trans>
            </Button>
          )}
          <Button type="submit" form={id} variant={variant} {...(icon && { icon })} isBusy={isSending}>
            {verb}
          </Button>
        </>
      }
    >
      {intro}
      <FormFrame id={id} form={call ? { ...form, call: { ...call, error } } : form} onSubmit={onSubmit}>
        {children}
      </FormFrame>
      {question}
    </Modal>
  )
}

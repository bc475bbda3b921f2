import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

type Props = {
  title: string
  hasSecond: boolean
  rejections: number
  hasProblems: boolean
  refusal: Error | null
  isSending: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The frame of each change of rules, which says beforehand what becomes of a weaker one. */
export function RulesModal({ title, hasSecond, rejections, hasProblems, refusal, isSending, onSubmit, onClose, children }: Props) {
  const formId = useId()
  return (
    <Modal
      title={title}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSending}>
            <Trans>Enregistrer</Trans>
          </Button>
        </>
      }
    >
      <FormFrame id={formId} onSubmit={onSubmit} rejections={rejections} hasProblems={hasProblems} refusal={refusal} actions={null}>
        {hasSecond && <InlineAlert tone="info" title={<Trans>Une règle moins stricte attend l’accord d’un autre administrateur.</Trans>} />}
        {children}
      </FormFrame>
    </Modal>
  )
}

import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { DialogFormState } from '../../lib/forms/use-form.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

type Props = {
  title: string
  hasSecond: boolean
  isCompany: boolean
  form: DialogFormState
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The dialog of a change of rules, which says in advance that weaker rules need a second administrator or the next business day. */
export function RulesModal({ title, hasSecond, isCompany, form, onSubmit, onClose, children }: Props) {
  const { t } = useLingui()
  return (
    <FormModal title={title} size="wide" verb={t`Enregistrer`} form={form} onSubmit={onSubmit} onClose={onClose}>
      {hasSecond && (
        <InlineAlert
          tone="info"
          title={<Trans>Une règle moins stricte attend l’accord d’un autre administrateur.</Trans>}
        />
      )}
      {!hasSecond && isCompany && (
        <InlineAlert tone="info" title={<Trans>Une règle moins stricte prend effet le prochain jour ouvré.</Trans>} />
      )}
      {children}
    </FormModal>
  )
}

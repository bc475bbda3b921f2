import { Trans, useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { RemovalModal } from '../../shell/forms/RemovalModal.tsx'
import { useRemoveImport } from './multiple-queries.ts'

/** Asks for confirmation before a draft of transfers is discarded. */
export function DiscardImportModal({ draft: { import_id, sent }, onClose }: { draft: Import; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveImport()
  return (
    <RemovalModal
      title={t`Abandonner ce brouillon ?`}
      verb={t`Abandonner le brouillon`}
      removal={remove}
      onRemove={() => remove.mutate({ params: { id: import_id } })}
      onClose={onClose}
    >
      <p>
        {sent ? (
          <Trans>Ses lignes et vos corrections seront perdues. Les virements déjà envoyés ne changent pas.</Trans>
        ) : (
          <Trans>Ses lignes et vos corrections seront perdues. Aucun virement n’a été envoyé.</Trans>
        )}
      </p>
    </RemovalModal>
  )
}

import { useLingui } from '@lingui/react/macro'
import { downloadTransferDocument, type TransferDocument } from 'contract/transfers.ts'
import { warn } from '../../lib/banners.ts'
import { CallError } from '../../lib/call-error.ts'
import { callFile } from '../../lib/call.ts'
import { viewFile } from '../../lib/file-viewer.ts'

/** Opens a document of an order over the page. */
export function useViewDocument(transferId: string): (document: TransferDocument) => void {
  const { t } = useLingui()
  return ({ id }) =>
    void callFile(downloadTransferDocument, { params: { id: transferId, document: id } })
      .then(viewFile)
      .catch((error: unknown) => warn(error instanceof CallError ? error.message : t`Une erreur est survenue.`))
}

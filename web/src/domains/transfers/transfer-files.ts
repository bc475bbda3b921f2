import { downloadTransferDocument, type TransferDocument } from 'contract/transfers.ts'
import { callFile } from '../../lib/call.ts'
import { reportError } from '../../lib/report-error.ts'
import { viewFile } from '../../lib/file-viewer.ts'

/** Opens a document of an order over the page. */
export const viewDocument = (transferId: string, { id }: TransferDocument): void =>
  void callFile(downloadTransferDocument, { params: { id: transferId, document: id } }).then(viewFile, reportError)

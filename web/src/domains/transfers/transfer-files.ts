import { downloadTransferDocument, type TransferDocument } from 'contract/transfers/transfers.ts'
import { callFile } from '../../lib/api/call.ts'
import { reportError } from '../../lib/report-error.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'

/** Opens a document of an order over the page. */
export const viewDocument = (transferId: string, { id }: TransferDocument): void =>
  void callFile(downloadTransferDocument, { params: { id: transferId, document: id } }).then(viewFile, reportError)

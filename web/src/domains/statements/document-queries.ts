import {
  archiveDocuments,
  type DocumentFormat,
  type DocumentType,
  getDocumentFile,
  listDocuments,
} from 'contract/accounts/statements.ts'
import { callFile } from '../../lib/api/call.ts'
import { callQuery, queryClient } from '../../lib/api/query.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import type { FetchExport } from '../../shell/exports/use-export.ts'

/** The filters of the list. All of them are in the address. */
export type DocumentFilter = {
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  sign?: 'credit' | 'debit' | undefined
}

export const documentListQuery = (page: number, type: DocumentType, filter: DocumentFilter) =>
  callQuery(listDocuments, { query: { page, type, ...filter } })

// An opened document is no longer marked as new.
const refreshDocuments = () =>
  void queryClient.invalidateQueries({ queryKey: [`${listDocuments.method} ${listDocuments.path}`] })

export async function viewDocument(id: string, title: string): Promise<void> {
  viewFile(await callFile(getDocumentFile, { params: { id } }), title)
  refreshDocuments()
}

/** Opens the summary of the fees of a year, by the id of its last statement. */
export async function viewFees(id: string, title: string): Promise<void> {
  viewFile(await callFile(getDocumentFile, { params: { id }, query: { format: 'fees' } }), title)
}

export async function downloadDocument(id: string, format: DocumentFormat): Promise<void> {
  saveFile(await callFile(getDocumentFile, { params: { id }, query: { format } }))
  refreshDocuments()
}

export async function fetchArchive(ids: readonly string[], how: Parameters<FetchExport>[0]) {
  const archive = await callFile(archiveDocuments, { body: { ids: [...ids] } }, how)
  refreshDocuments()
  return archive
}

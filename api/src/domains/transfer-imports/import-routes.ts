import * as contract from 'contract/transfers/imports.ts'
import * as requestFiles from 'contract/transfers/request-files.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { chooseInstant } from './choose-instant.ts'
import { exportErrors, exportTemplate } from './export-import.ts'
import { chooseImportOptions, moveImport, removeImport } from './import-drafts.ts'
import {
  changeImport,
  editImportLines,
  findImport,
  importFile,
  importList,
  type ProjectBalance,
} from './import-transfers.ts'
import { listRequestFilesOf } from '../instant-payments/requests/request-file-store.ts'
import { exportRequestTemplate, sendRequestFile } from './send-request-file.ts'

const MAX_REQUEST_FILES = 5

export function importRoutes(
  serve: Serve,
  ports: { db: Db; clock: Clock; project: ProjectBalance; isInstant: boolean },
) {
  const { db } = ports
  serve(contract.importTransfers, ({ caller, lang, files }) => importFile(ports, { caller, lang }, files.file[0]))
  serve(contract.importList, ({ caller, lang, body }) => importList(ports, { caller, lang }, body.list_id))
  serve(contract.findImport, ({ caller, lang }) => findImport(ports, { caller, lang }))
  serve(contract.changeImport, ({ caller, lang, params, body }) =>
    changeImport(ports, { caller, lang }, params.id, body),
  )
  serve(contract.editImportLines, ({ caller, lang, params, body }) =>
    editImportLines(ports, { caller, lang }, params.id, body.edits),
  )
  serve(contract.chooseInstant, ({ caller, lang, params, body }) =>
    chooseInstant(ports, { caller, lang }, params.id, body.is_instant),
  )
  serve(contract.chooseImportOptions, ({ caller, params, body }) => chooseImportOptions(ports, caller, params.id, body))
  serve(contract.moveImport, ({ caller, params, body }) => moveImport(ports, caller, params.id, body.account_id))
  serve(contract.removeImport, ({ caller, params }) => removeImport(ports, caller, params.id))
  serve(contract.downloadImportErrors, ({ caller, lang, params }) => exportErrors(ports, { caller, lang }, params.id))
  serve(contract.downloadImportTemplate, ({ caller, lang, query }) => exportTemplate(ports, { caller, lang }, query))
  serve(requestFiles.sendRequestFile, ({ caller, lang, once, files }) =>
    sendRequestFile(ports, { caller, lang, once }, files.file[0]),
  )
  serve(requestFiles.listRequestFiles, ({ caller: { account_id } }) =>
    listRequestFilesOf(db, { account_id, id: null }, MAX_REQUEST_FILES),
  )
  serve(requestFiles.downloadRequestTemplate, ({ lang }) => Promise.resolve(exportRequestTemplate(lang)))
}

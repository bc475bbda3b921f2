import { getBankDetailsFile } from 'contract/accounts/rib.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { saveFile } from '../../lib/api/save-file.ts'

export const downloadBankDetails = async () => saveFile(await callFile(getBankDetailsFile, {}))
export const viewBankDetails = async () => viewFile(await callFile(getBankDetailsFile, {}))

import { getBankDetailsFile } from 'contract/rib.ts'
import { callFile } from '../../lib/call.ts'
import { viewFile } from '../../lib/file-viewer.ts'
import { saveFile } from '../../lib/save-file.ts'

export const downloadBankDetails = async () => saveFile(await callFile(getBankDetailsFile, {}))
export const viewBankDetails = async () => viewFile(await callFile(getBankDetailsFile, {}))

import { getBankDetailsFile } from 'contract/accounts/rib.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { shareFile } from '../../lib/api/share-file.ts'

export const downloadBankDetails = async () => saveFile(await callFile(getBankDetailsFile, {}))
/** By the share sheet of the device; saved where there is none. */
export const shareBankDetails = async (title: string) =>
  void (await shareFile(await callFile(getBankDetailsFile, {}), title))
export const viewBankDetails = async (title: string) => viewFile(await callFile(getBankDetailsFile, {}), title)

import {
  CREDIT_TOTALS_HEADER,
  type CreditTotals,
  type boardFormats,
  getCredit,
  getCreditBoard,
  getCreditBoardFile,
  getEarlyRepayment,
  listCredits,
} from 'contract/products/credits.ts'
import { callFile } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/query.ts'
import { saveFile } from '../../lib/api/save-file.ts'

export const creditListQuery = (page: number) => callQuery(listCredits, { query: { page } })
export const creditQuery = (id: string) => callQuery(getCredit, { params: { id } })
export const earlyRepaymentQuery = (id: string, day: string) =>
  callQuery(getEarlyRepayment, { params: { id }, query: { day } })
export const boardQuery = (id: string) => callQuery(getCreditBoard, { params: { id } })

/** The totals of all credits, from the header of the list, which the server wrote by the contract. */
export const totalsIn = (headers: Headers): CreditTotals =>
  JSON.parse(headers.get(CREDIT_TOTALS_HEADER) ?? 'null') as CreditTotals

export const downloadBoard = async (id: string, format: (typeof boardFormats)[number]) =>
  saveFile(await callFile(getCreditBoardFile, { params: { id }, query: { format } }))

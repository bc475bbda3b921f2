import { getDashboard, getOutlook } from 'contract/dashboard.ts'
import { callQuery } from '../../lib/api/query.ts'

export const dashboardQuery = () => callQuery(getDashboard, {})
export const outlookQuery = () => callQuery(getOutlook, {})

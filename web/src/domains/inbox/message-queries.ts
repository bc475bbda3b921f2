import { getDashboard } from 'contract/dashboard.ts'
import { getMessage, listMessages, markMessage } from 'contract/messages.ts'
import { callQuery, useCall } from '../../lib/query.ts'

export const messageListQuery = (page: number, isUnreadOnly: boolean) =>
  callQuery(listMessages, { query: { page, unread: isUnreadOnly ? 'true' : undefined } })
/** How many are unread: the total of the list of these. */
export const unreadQuery = () => callQuery(listMessages, { query: { page: 1, unread: 'true' } })
export const messageQuery = (id: string) => callQuery(getMessage, { params: { id } })
export const useMarkMessage = () => useCall(markMessage, { refreshes: [listMessages, getDashboard] })

import { getDashboard } from 'contract/dashboard.ts'
import { getMessage, listMessages, markMessage, replyToMessage, writeMessage } from 'contract/accounts/messages.ts'
import { pollEvery } from '../../lib/api/live.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

/** Interval of polling where the page receives no live events; a hidden page does not poll. */
const UNREAD_EVERY_MS = 20_000
const CONVERSATION_EVERY_MS = 10_000

export type MessageSearch = {
  page?: number | undefined
  show?: 'unread' | 'archived' | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
export const messageListQuery = ({ page = 1, show, search, from, to }: MessageSearch) => ({
  ...callQuery(listMessages, {
    query: {
      page,
      search,
      from,
      to,
      unread: show === 'unread' ? 'true' : undefined,
      archived: show === 'archived' ? 'true' : undefined,
    },
  }),
  refetchInterval: pollEvery(UNREAD_EVERY_MS),
})
/** The number of unread messages: the total of their list. */
export const unreadQuery = () => ({
  ...callQuery(listMessages, { query: { page: 1, unread: 'true' } }),
  refetchInterval: pollEvery(UNREAD_EVERY_MS),
})
export const messageQuery = (id: string) => ({
  ...callQuery(getMessage, { params: { id } }),
  refetchInterval: pollEvery(CONVERSATION_EVERY_MS),
})
const marked = { refreshes: [listMessages, getDashboard] }
export const useMarkMessage = () => useCall(markMessage, marked)
/** A conversation that is opened is read. */
export const useReadMessage = () => useCall(markMessage, { ...marked, isQuiet: true })
export const useWriteMessage = () => useCall(writeMessage, { refreshes: [listMessages, getDashboard] })
export const useReply = () => useCall(replyToMessage, { refreshes: [listMessages, getMessage, getDashboard] })

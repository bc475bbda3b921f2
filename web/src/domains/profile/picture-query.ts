import { queryOptions } from '@tanstack/react-query'
import { getPicture } from 'contract/access/session.ts'
import { callFile } from '../../lib/api/call.ts'

const asAddress = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    // As a data URL, which is text.
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(picture)
  })

/** The user's picture as an address for <img>. Each version is a separate picture and never changes. */
export const pictureQuery = (version: string | null) =>
  queryOptions({
    queryKey: ['picture', version],
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { content } = await callFile(getPicture, {}, { signal })
      return asAddress(content)
    },
  })

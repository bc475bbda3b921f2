// The shape of the filters of a list: one object, whose properties are parameters of its address.
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IconShape } from '../../ui/Icon.tsx'

export type FieldProps<F> = {
  draft: F
  /** Changes the draft. In the window of a filter that is applied at once, it changes the list and closes the window. */
  set: (part: Partial<F>) => void
  /** Whether errors of unfinished entries are shown. */
  isTried: boolean
}

export type Filter<F> = {
  id: string
  label: string
  icon?: IconShape
  /** Its value as text; null while it is not set. */
  text: string | null
  /** The change that removes it. */
  cleared: Partial<F>
  isWide?: boolean
  /** In the sheet only, until it is set. */
  isRare?: boolean
  /** One value of a few: the window applies it without a button. */
  isImmediate?: boolean
  /** Whether a draft cannot be applied: an invalid day, or an end before its start. */
  isWrong?: (draft: F) => boolean
  field: (props: FieldProps<F>) => ReactNode
}

/** Only the parameters that are set: an address has no empty ones. */
export const given = <F extends object>(filter: F): F =>
  // The remaining properties are those of the filter, all of which are optional.
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')) as F

/** The first page of a list, as its filters would find it. */
export type ListReply = { page: { total: number } | null }
export type ListQuery<F, R extends ListReply> = (draft: F) => UseQueryOptions<R, Error>

/** The number of rows that a list has, once it is known. */
export const foundIn = ({
  data,
  isPlaceholderData,
}: {
  data: ListReply | undefined
  isPlaceholderData: boolean
}): number | undefined => (isPlaceholderData ? undefined : data?.page?.total)

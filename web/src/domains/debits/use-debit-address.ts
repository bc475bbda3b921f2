import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { given } from '../../shell/filters/filter.ts'

const route = getRouteApi('/signed-in/main/debits')

/** The addresses of the lists: their tab and filters stay. */
export function useDebitAddress() {
  const { page, id: _id, ...rest } = route.useSearch()
  const navigate = useNavigate()
  const at = (next: { page?: number | undefined; id?: string }) => given({ ...rest, ...next })
  return {
    searchOf: (id: string) => at({ page, id }),
    goToPage: (next: number) => void navigate({ ...paths.debits(), search: at({ page: next }) }),
    closePanel: () => void navigate({ ...paths.debits(), search: at({ page }), resetScroll: false }),
  }
}

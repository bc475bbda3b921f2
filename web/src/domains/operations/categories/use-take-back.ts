import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CategoryChange } from 'contract/accounts/categories.ts'
import { announce, announceUndoable } from '../../../lib/banners.ts'
import { reportError } from '../../../lib/report-error.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { useUndoCategories } from '../operation-queries.ts'

/** Shows how many operations were categorised, with an undo button. */
export function useTakeBack() {
  const { t } = useLingui()
  const undo = useUndoCategories(useAccount().uuid)
  // The component may be unmounted when the user undoes, with its callbacks: a promise outlives it.
  const takeBack = (id: string) =>
    void undo
      .mutateAsync({ params: { id } })
      .then(() => announce(t`Les catégories sont de nouveau comme avant.`))
      .catch(reportError)
  return ({ id, operation_count }: CategoryChange) =>
    announceUndoable(
      t`${plural(operation_count, { one: 'Une opération a été classée.', other: '# opérations ont été classées.' })}`,
      () => takeBack(id),
    )
}

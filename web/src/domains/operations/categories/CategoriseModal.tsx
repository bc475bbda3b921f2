import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CategoryChange } from 'contract/accounts/categories.ts'
import { useState } from 'react'
import { errorLabels } from '../../../lib/report-error.ts'
import { BlockProblem } from '../../../shell/Problem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checks } from '../../../ui/fields/Checks.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { CategoriesModal } from './CategoriesModal.tsx'
import { categoriesQuery, useCategorise } from '../operation-queries.ts'

type Props = { ids: readonly string[]; onDone: (change: CategoryChange) => void; onClose: () => void }

/** Sets the categories of the selected operations, replacing the current ones. */
export function CategoriseModal({ ids, onDone, onClose }: Props) {
  const { t } = useLingui()
  const known = useQuery(categoriesQuery())
  const categories = known.data?.answer ?? []
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isArranging, setArranging] = useState(false)
  const categorise = useCategorise()
  const send = () =>
    categorise.mutate(
      { body: { ids: [...ids], category_ids: [...chosen] } },
      {
        onSuccess: ({ answer }) => {
          onClose()
          onDone(answer)
        },
      },
    )
  if (isArranging) return <CategoriesModal onClose={() => setArranging(false)} />
  return (
    <Modal
      title={t`${plural(ids.length, { one: 'Classer une opération', other: 'Classer # opérations' })}`}
      onClose={categorise.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={categorise.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            isBusy={categorise.isPending && chosen.length > 0}
            onClick={send}
          >
            <Trans>Classer</Trans>
          </Button>
        </>
      }
    >
      {categorise.error && <InlineAlert tone="danger" title={errorLabels(categorise.error)} />}
      <p className="muted">
        <Trans>Ces catégories remplacent celles que les opérations ont déjà. Vous pourrez annuler.</Trans>
      </p>
      {known.isPending && (
        <Skeleton>
          <SkeletonRows count={3} />
        </Skeleton>
      )}
      {known.isLoadingError && (
        <BlockProblem text={t`Les catégories n’ont pas pu être chargées.`} onRetry={() => void known.refetch()} />
      )}
      {categories.length > 0 && (
        <Checks
          legend={t`Catégories`}
          options={categories.map(({ id, label }) => ({
            value: id,
            label,
            isDisabled: chosen.length >= 10 && !chosen.includes(id),
          }))}
          chosen={chosen}
          onChange={(id, isChosen) => setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      )}
      <p>
        <button type="button" className="link" onClick={() => setArranging(true)}>
          <Trans>Gérer les catégories</Trans>
        </button>
        {chosen.length === 0 && (
          <>
            {' · '}
            <button type="button" className="link" disabled={categorise.isPending || !known.data} onClick={send}>
              <Trans>Retirer leurs catégories</Trans>
            </button>
          </>
        )}
      </p>
    </Modal>
  )
}

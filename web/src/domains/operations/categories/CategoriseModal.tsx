import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CategoryChange } from 'contract/accounts/categories.ts'
import { useState } from 'react'
import { errorLabels } from '../../../lib/report-error.ts'
import { BlockProblem } from '../../../shell/Problem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import chipStyles from './CategoryChip.module.css'
import { CategoryChip } from './CategoryChip.tsx'
import { CategoriesModal } from './CategoriesModal.tsx'
import { categoriesQuery, useCategorise } from '../operation-queries.ts'

const MAX_CATEGORIES = 10

type Props = { ids: readonly string[]; onDone: (change: CategoryChange) => void; onClose: () => void }

/** Sets the category of the selected operations with one touch, replacing the current ones; several after a further one. */
export function CategoriseModal({ ids, onDone, onClose }: Props) {
  const { t } = useLingui()
  const known = useQuery(categoriesQuery())
  const categories = known.data?.answer ?? []
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isArranging, setArranging] = useState(false)
  const categorise = useCategorise()
  const [isSeveral, setSeveral] = useState(false)
  const send = (category_ids: readonly string[]) =>
    categorise.mutate(
      { body: { ids: [...ids], category_ids: [...category_ids] } },
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
          {isSeveral && (
            <Button
              variant="primary"
              disabled={chosen.length === 0}
              isBusy={categorise.isPending}
              onClick={() => send(chosen)}
            >
              <Trans>Classer</Trans>
            </Button>
          )}
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
        <ul className={chipStyles.chips} aria-label={t`Catégories`}>
          {categories.map(({ id, label }) => {
            const isChosen = chosen.includes(id)
            return (
              <li key={id}>
                <CategoryChip
                  label={label}
                  {...(isSeveral && { isPressed: isChosen })}
                  isDisabled={categorise.isPending || (chosen.length >= MAX_CATEGORIES && !isChosen)}
                  onPress={() =>
                    isSeveral
                      ? setChosen(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id])
                      : send([id])
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      <p>
        <button type="button" className="link" onClick={() => setArranging(true)}>
          <Trans>Gérer les catégories</Trans>
        </button>
        {!isSeveral && (
          <>
            {' · '}
            <button type="button" className="link" onClick={() => setSeveral(true)}>
              <Trans>Plusieurs catégories</Trans>
            </button>
            {' · '}
            <button
              type="button"
              className="link"
              disabled={categorise.isPending || !known.data}
              onClick={() => send([])}
            >
              <Trans>Retirer leurs catégories</Trans>
            </button>
          </>
        )}
      </p>
    </Modal>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { BeneficiaryList } from 'contract/transfers/beneficiary-lists.ts'
import { useState } from 'react'
import { announce } from '../../../lib/banners.ts'
import { useDelayedSearch } from '../../../lib/use-delayed-search.ts'
import { useDismissal } from '../../../shell/forms/use-dismissal.tsx'
import { BlockProblem } from '../../../shell/Problem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checks } from '../../../ui/fields/Checks.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { Pagination } from '../../../ui/data/Pagination.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { beneficiaryListQuery, useChangeList } from '../beneficiary-queries.ts'
import { shortNumber } from '../BeneficiaryTable.tsx'

/** Adds saved beneficiaries to a list: all that are ticked over the pages of the search. */
export function AddMembersModal({ list, onClose }: { list: BeneficiaryList; onClose: () => void }) {
  const { t } = useLingui()
  const change = useChangeList()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { typed, setTyped, search, page, setPage } = useDelayedSearch()
  const found = useQuery(beneficiaryListQuery({ search }, page))
  const visible = found.data?.page
  const tick = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)))
  const { onDismiss, question } = useDismissal(chosen.size > 0, onClose)
  const send = () =>
    change.mutate(
      { params: { id: list.id }, body: { add: [...chosen] } },
      {
        onSuccess: () => {
          onClose()
          announce(t`La liste de bénéficiaires a bien été modifiée.`)
        },
      },
    )
  return (
    <Modal
      title={t`Ajouter à « ${list.name} »`}
      size="wide"
      onClose={change.isPending ? undefined : onClose}
      onDismiss={change.isPending ? undefined : onDismiss}
      foot={
        <>
          <Button disabled={change.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button variant="primary" disabled={chosen.size === 0} isBusy={change.isPending} onClick={send}>
            {chosen.size === 0 ? (
              <Trans>Ajouter</Trans>
            ) : (
              <Plural value={chosen.size} one="Ajouter # bénéficiaire" other="Ajouter # bénéficiaires" />
            )}
          </Button>
        </>
      }
    >
      {change.error && <InlineAlert tone="danger" title={change.error.message} />}
      <SearchField
        hasFocus
        label={t`Rechercher un bénéficiaire`}
        placeholder={t`Nom, IBAN, téléphone`}
        value={typed}
        onChange={setTyped}
      />
      {found.isPending && (
        <Skeleton>
          <SkeletonRows count={5} />
        </Skeleton>
      )}
      {found.isLoadingError && (
        <BlockProblem text={t`Les bénéficiaires n’ont pas pu être chargés.`} onRetry={() => void found.refetch()} />
      )}
      {found.data?.answer.length === 0 && <p className="muted">{t`Aucun bénéficiaire ne correspond`}</p>}
      {found.data && found.data.answer.length > 0 && (
        <div className="coming" aria-busy={found.isPlaceholderData || undefined}>
          <Checks
            legend={t`Bénéficiaires enregistrés`}
            isLegendHidden
            options={found.data.answer.map(({ id, name, iban, lists }) => {
              const isMember = lists.some((one) => one.id === list.id)
              return {
                value: id,
                label: name,
                detail: isMember ? t`Déjà dans la liste` : shortNumber(iban),
                isDisabled: isMember,
              }
            })}
            chosen={chosen}
            onChange={tick}
          />
        </div>
      )}
      {visible && visible.count > 1 && (
        <Pagination
          isNarrow
          page={visible.current}
          pageCount={visible.count}
          onPage={setPage}
          summary={t`Page ${visible.current} sur ${visible.count}`}
        />
      )}
      {question}
    </Modal>
  )
}

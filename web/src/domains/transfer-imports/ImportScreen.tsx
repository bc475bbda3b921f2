import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { BackToBatches } from '../transfers/BackToBatches.tsx'
import { ImportUpload } from './ImportUpload.tsx'
import { ImportEditor } from './ImportEditor.tsx'
import { importQuery } from './multiple-queries.ts'

const route = getRouteApi('/signed-in/main/transfers/create/multiple')

/** Imports transfers from one file: upload, then correction; a draft is kept for a week. */
export function ImportScreen(): ReactNode {
  const { t } = useLingui()
  const { list } = route.useSearch()
  const draft = useQuery(importQuery())
  // Another account has another draft, with its own options and edits.
  if (draft.data?.answer && list === undefined)
    return <ImportEditor key={draft.data.answer.import_id} draft={draft.data.answer} />
  if (draft.data) return <ImportUpload list={list ?? null} draft={draft.data.answer} />
  return (
    <Page heading={t`Virements multiples`} back={<BackToBatches />}>
      {draft.isError ? (
        <PageProblem
          title={t`Le brouillon n’a pas pu être chargé`}
          error={draft.error}
          onRetry={() => void draft.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={6} hasHead />
        </Skeleton>
      )}
    </Page>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { draftOf } from './beneficiary-draft.ts'
import { beneficiaryQuery, useChangeBeneficiary } from './beneficiary-queries.ts'
import { BeneficiaryForm } from './BeneficiaryForm.tsx'
import styles from './BeneficiaryForm.module.css'

export function EditBeneficiaryScreen() {
  const { t } = useLingui()
  const { beneficiaryId = '' } = useParams({ strict: false })
  const beneficiary = useQuery(beneficiaryQuery(beneficiaryId))
  return (
    <div className={styles.page}>
      <Page
        heading={t`Modifier le bénéficiaire`}
        back={
          <Link {...paths.beneficiary(beneficiaryId)}>
            <Icon shape={ArrowLeft} size="sm" />
            {beneficiary.data?.answer.name ?? t`Bénéficiaires`}
          </Link>
        }
      >
        {beneficiary.isPending && (
          <Skeleton>
            <SkeletonRows count={8} />
          </Skeleton>
        )}
        {beneficiary.isLoadingError && (
          <PageProblem
            title={t`Le bénéficiaire n’a pas pu être chargé`}
            error={beneficiary.error}
            list={paths.beneficiaries()}
            onRetry={() => void beneficiary.refetch()}
          />
        )}
        {beneficiary.data && <Editor key={beneficiaryId} beneficiary={beneficiary.data.answer} />}
      </Page>
    </div>
  )
}

function Editor({ beneficiary }: { beneficiary: BeneficiaryDetail }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const change = useChangeBeneficiary()
  // The version that was opened: a concurrent change is refused and not overwritten.
  const [opened] = useState(beneficiary)
  const [initial] = useState(() => draftOf(beneficiary))
  const [isDone, setDone] = useState(false)
  const params = { id: opened.id }
  return (
    <BeneficiaryForm
      initial={initial}
      known={opened}
      call={change}
      isDone={isDone}
      cancel={
        <LinkButton {...paths.beneficiary(opened.id)} size="lg">
          <Trans>Annuler</Trans>
        </LinkButton>
      }
      onSend={(input, { file, isRemoved }) =>
        change.mutate(
          {
            params,
            body: { ...input, version: opened.version, remove_rib: isRemoved },
            ...(file && { files: { rib: file } }),
            done: () => announce(t`Le bénéficiaire a bien été modifié.`),
          },
          {
            onSuccess: () => {
              setDone(true)
              // After the form has deleted its draft.
              queueMicrotask(() => void navigate(paths.beneficiary(opened.id)))
            },
          },
        )
      }
    />
  )
}

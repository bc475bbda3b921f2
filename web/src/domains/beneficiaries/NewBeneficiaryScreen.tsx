import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { isRefusal } from '../../lib/api/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { emptyDraft } from './beneficiary-draft.ts'
import { useCreateBeneficiary } from './beneficiary-queries.ts'
import { BeneficiaryForm } from './BeneficiaryForm.tsx'
import styles from './BeneficiaryForm.module.css'

/** The origin of the form decides the next page: the list, the transfer, or the new beneficiary. */
function useNextPage() {
  const { listId } = useParams({ strict: false })
  const { next } = useSearch({ strict: false })
  const { t } = useLingui()
  if (listId)
    return {
      back: paths.beneficiaryList(listId),
      backName: t`Liste de bénéficiaires`,
      nextPage: () => paths.beneficiaryList(listId),
      lists: [listId],
    }
  if (next === 'transfer')
    return {
      back: paths.newTransfer(),
      backName: t`Nouveau virement`,
      nextPage: ({ id, approval_status }: BeneficiaryDetail) =>
        approval_status === 'approved'
          ? { ...paths.newTransfer(), search: { beneficiary: id } }
          : paths.beneficiary(id),
      lists: [],
    }
  return {
    back: paths.beneficiaries(),
    backName: t`Bénéficiaires`,
    nextPage: ({ id }: BeneficiaryDetail) => paths.beneficiary(id),
    lists: [],
  }
}

export function NewBeneficiaryScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const account = useAccount()
  const { next } = useSearch({ strict: false })
  // After a form of a transfer the next page is that form anyway.
  const mayPay = next !== 'transfer' && mayMoveMoney(account, 'transfer.create')
  const create = useCreateBeneficiary()
  const { back, backName, nextPage, lists } = useNextPage()
  const [initial] = useState({
    ...emptyDraft,
    lists,
  })
  const [saved, setSaved] = useState<BeneficiaryDetail | null>(null)
  const paysNext = useRef(false)
  return (
    <div className={styles.page}>
      <Page
        heading={t`Nouveau bénéficiaire`}
        context={t`Son IBAN et son nom suffisent.`}
        back={
          <Link {...back}>
            <Icon shape={ArrowLeft} size="sm" />
            {backName}
          </Link>
        }
      >
        <BeneficiaryForm
          initial={initial}
          known={null}
          call={create}
          isDone={saved !== null}
          cancel={
            <LinkButton {...back} size="lg">
              <Trans>Annuler</Trans>
            </LinkButton>
          }
          {...(mayPay && { onPayNext: (isPaying: boolean) => void (paysNext.current = isPaying) })}
          onSend={(input, { file }) =>
            create.mutate(
              {
                body: input,
                ...(file && { files: { rib: file } }),
                done: () => announce(t`Le bénéficiaire a bien été créé.`),
              },
              {
                onSuccess: ({ answer }) => {
                  setSaved(answer)
                  // After the form has deleted its draft.
                  const isPayable = paysNext.current && answer.approval_status === 'approved'
                  const next = isPayable
                    ? { ...paths.newTransfer(), search: { beneficiary: answer.id } }
                    : nextPage(answer)
                  queueMicrotask(() => void navigate(next))
                },
                // A refused order is changed before it is sent again, so it gets a new key.
                onError: (error) => isRefusal(error) && create.renewKey(),
              },
            )
          }
        />
      </Page>
    </div>
  )
}

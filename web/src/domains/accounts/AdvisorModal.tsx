import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getAdvisor } from 'contract/accounts/accounts.ts'
import { MessageSquare, Phone } from 'lucide-react'
import { initialsOf } from '../../lib/formats.ts'
import { callQuery } from '../../lib/api/query.ts'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Avatar } from '../../ui/Tile.tsx'
import styles from './AdvisorModal.module.css'

/** The account's manager at the bank, with contact details. */
export function AdvisorModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const mayWrite = useMayWrite()
  const advisor = useQuery(callQuery(getAdvisor, {}))
  if (!advisor.data)
    return (
      <Modal title={t`Votre conseiller`} onClose={onClose}>
        {advisor.isError ? (
          <PageProblem
            title={t`Le conseiller n’a pas pu être chargé`}
            error={advisor.error}
            onRetry={() => void advisor.refetch()}
          />
        ) : (
          <Skeleton>
            <SkeletonRows count={5} />
          </Skeleton>
        )}
      </Modal>
    )
  const { name, team, branch_name, branch_address, phone, email, opening_hours } = advisor.data.answer
  const teams = { individuals: t`Clientèle particuliers`, companies: t`Clientèle entreprises` }
  return (
    <Modal
      title={t`Votre conseiller`}
      onClose={onClose}
      foot={
        <>
          <a
            className={buttonClass({ variant: mayWrite ? 'secondary' : 'primary' })}
            href={`tel:${phone.replaceAll(' ', '')}`}
          >
            <Icon shape={Phone} size="sm" />
            <Trans>Appeler</Trans>
          </a>
          {mayWrite && (
            <Button
              variant="primary"
              icon={MessageSquare}
              onClick={() => {
                onClose()
                writeToBank()
              }}
            >
              <Trans>Envoyer un message</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className={styles.who}>
        <Avatar letters={initialsOf(name ?? branch_name)} />
        <div>
          <p className="h3">{name ?? t`Agence ${branch_name}`}</p>
          <p className="muted small">
            {[team && teams[team], name && t`Agence ${branch_name}`].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <DetailList
        facts={[
          { name: t`Téléphone`, value: <span className="num">{phone}</span> },
          { name: t`E-mail`, value: <a href={`mailto:${email}`}>{email}</a> },
          { name: t`Horaires`, value: opening_hours },
          { name: t`Adresse`, value: branch_address },
        ]}
      />
    </Modal>
  )
}

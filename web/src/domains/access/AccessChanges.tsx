import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AccessChange } from 'contract/access/access.ts'
import { capabilityLabels, rightLabels } from 'contract/access/access-labels.ts'
import { useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { announce } from '../../lib/banners.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { ofName, useLanguage } from '../../lib/language.ts'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Pagination } from '../../ui/data/Pagination.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { accessChangesQuery, useAcceptChange, useRefuseChange } from './access-queries.ts'
import { nameOf, useRoleName } from './access-labels.ts'
import styles from './AccessScreen.module.css'

/** The escalations of rights that wait for a second administrator, or for the end of a delay. */
export function AccessChanges() {
  const { t } = useLingui()
  const { count } = useFormats()
  const [page, setPage] = useState(1)
  const changes = useQuery(accessChangesQuery(page))
  if (changes.isPending)
    return (
      <Skeleton>
        <SkeletonRows count={4} hasHead />
      </Skeleton>
    )
  if (changes.isLoadingError)
    return (
      <PageProblem
        title={t`Les demandes n’ont pas pu être chargées`}
        error={changes.error}
        onRetry={() => void changes.refetch()}
      />
    )
  const { answer, page: visible } = changes.data
  if (answer.length === 0)
    return (
      <EmptyState motif="lines" title={t`Aucune demande en attente`}>
        <Trans>
          Quand un administrateur donne plus de droits à quelqu’un, un autre l’accepte ici, sous 7 jours. S’il n’y en a
          pas d’autre, les habilitations de paiement et d’administration attendent ici la fin d’un délai de sécurité.
        </Trans>
      </EmptyState>
    )
  return (
    <>
      <ul className={cx(styles.changes, 'coming')} aria-busy={changes.isPlaceholderData || undefined}>
        {answer.map((change) => (
          <li key={change.id}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {visible && visible.count > 1 && (
        <Pagination
          page={visible.current}
          pageCount={visible.count}
          onPage={setPage}
          summary={t`${count(visible.total)} demandes`}
        />
      )}
    </>
  )
}

function Change({ change }: { change: AccessChange }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { dateTime, longDate } = useFormats()
  const roleName = useRoleName()
  const accept = useAcceptChange()
  const refuse = useRefuseChange()
  const name = nameOf(change.person)
  const titles: Record<AccessChange['kind'], string> = {
    rights: t`Plus de droits pour ${name}`,
    invitation: t`Invitation ${ofName(name)}`,
    reinstatement: t`Rétablissement ${ofName(name)}`,
  }
  const expires = longDate(fromUnix(change.expires_at))
  const error = accept.error ?? refuse.error
  const params = { id: change.id }
  return (
    <section className={styles.change}>
      <h2 className={styles.sectionTitle}>{titles[change.kind]}</h2>
      <DetailList
        facts={[
          { name: t`Rôle`, value: roleName(change.role) },
          { name: t`Rubriques visibles`, value: change.rights.map((right) => rightLabels[right][lang]).join(', ') },
          {
            name: t`Habilitations`,
            value: change.capabilities.map((one) => capabilityLabels[one][lang]).join(', ') || t`Aucune`,
          },
          {
            name: t`Comptes`,
            value:
              change.account_count === 1 ? (
                `${accountName(change.account_label)} ${change.account_number}`
              ) : (
                <Plural value={change.account_count} one="# compte" other="# comptes" />
              ),
          },
          { name: t`Demandé par`, value: t`${change.asked_by}, ${dateTime(fromUnix(change.asked_at))}` },
          change.effective_at === null
            ? { name: t`À décider avant le`, value: expires }
            : { name: t`Prend effet sans opposition le`, value: dateTime(fromUnix(change.effective_at)) },
        ]}
      />
      {error && !(error instanceof NotConfirmed) && <InlineAlert tone="danger" title={error.message} />}
      {change.is_for_me && (
        <InlineAlert tone="info" title={t`Cette demande vous concerne : un autre administrateur doit l’accepter.`} />
      )}
      <div className={styles.actions}>
        {!change.is_mine && !change.is_for_me && (
          <Button
            variant="primary"
            isBusy={accept.isPending}
            onClick={() => accept.mutate({ params, done: () => announce(t`La demande a été acceptée.`) })}
          >
            <Trans>Accepter</Trans>
          </Button>
        )}
        <Button
          isBusy={refuse.isPending}
          onClick={() =>
            refuse.mutate({
              params,
              done: () => announce(change.is_mine ? t`La demande a été annulée.` : t`La demande a été refusée.`),
            })
          }
        >
          {change.is_mine ? t`Annuler la demande` : t`Refuser`}
        </Button>
      </div>
    </section>
  )
}

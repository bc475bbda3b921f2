import { Trans, useLingui } from '@lingui/react/macro'
import type { Person } from 'contract/access/access.ts'
import { announce } from '../../lib/banners.ts'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useReinstatePerson, useRemovePerson, useResendInvitation, useSuspendPerson } from './access-queries.ts'
import styles from './AccessScreen.module.css'

type Props = {
  person: Person
  onChange: () => void
  /** Whether the current rights, with which the form starts, are loading. */
  isChangeComing: boolean
  onRemoved: () => void
}

/** The actions on a person's access in its current state. Each requires re-authentication. */
export function PersonActions({ person, onChange, isChangeComing, onRemoved }: Props) {
  const { t } = useLingui()
  const suspend = useSuspendPerson()
  const reinstate = useReinstatePerson()
  const remove = useRemovePerson()
  const resend = useResendInvitation()
  const input = { params: { id: person.id } }
  const refusals = [suspend.error, reinstate.error, remove.error, resend.error]
  const refused = refusals.find((error) => error && !(error instanceof NotConfirmed))
  const isInvited = person.state === 'invited' || person.state === 'invitation_over'
  return (
    <div className={styles.section}>
      {refused && <InlineAlert tone="danger" title={refused.message} />}
      <div className={styles.actions}>
        {person.state === 'active' && (
          <Button variant="primary" isBusy={isChangeComing} onClick={onChange}>
            <Trans>Modifier les droits</Trans>
          </Button>
        )}
        {isInvited && (
          <Button
            variant="primary"
            isBusy={resend.isPending}
            onClick={() => resend.mutate({ ...input, done: () => announce(t`L’invitation est partie.`) })}
          >
            <Trans>Renvoyer l’invitation</Trans>
          </Button>
        )}
        {person.state === 'suspended' && (
          <Button
            variant="primary"
            isBusy={reinstate.isPending}
            onClick={() =>
              reinstate.mutate({
                ...input,
                done: ({ state }) =>
                  announce(
                    state === 'done'
                      ? t`L’accès est rétabli.`
                      : state === 'waiting'
                        ? t`Un autre administrateur doit accepter ces droits.`
                        : t`Ces droits prendront effet après un délai de sécurité, indiqué dans les demandes.`,
                  ),
              })
            }
          >
            <Trans>Rétablir l’accès</Trans>
          </Button>
        )}
        {person.state === 'active' && !person.is_self && (
          <Button
            isBusy={suspend.isPending}
            onClick={() => suspend.mutate({ ...input, done: () => announce(t`L’accès est suspendu.`) })}
          >
            <Trans context="person">Suspendre</Trans>
          </Button>
        )}
        {!person.is_self && (
          <Button
            isBusy={remove.isPending}
            onClick={() =>
              remove.mutate(
                {
                  ...input,
                  done: () => announce(isInvited ? t`L’invitation est annulée.` : t`L’accès est retiré.`),
                },
                { onSuccess: onRemoved },
              )
            }
          >
            {isInvited ? t`Annuler l’invitation` : t`Retirer l’accès`}
          </Button>
        )}
      </div>
    </div>
  )
}

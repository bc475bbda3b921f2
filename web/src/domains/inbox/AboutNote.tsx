import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { About } from 'contract/accounts/messages.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import styles from './MessageScreen.module.css'

/** The subject of a conversation; a link if the user may open it. */
export function AboutNote({ about, isLinked = false }: { about: About; isLinked?: boolean }) {
  const account = useAccount()
  if (about.kind === 'fault')
    return (
      <p className={styles.about}>
        <Trans>À propos d’une erreur du portail, référence {about.request_id}</Trans>
      </p>
    )
  if (about.kind === 'operation')
    return (
      <p className={styles.about}>
        {isLinked && hasRight(account, 'operations') ? (
          <Link {...paths.operations()} search={{ operation: about.id }}>
            <Trans>À propos d’une opération : la voir</Trans>
          </Link>
        ) : (
          <Trans>À propos d’une opération de votre compte</Trans>
        )}
      </p>
    )
  return (
    <p className={styles.about}>
      {isLinked && hasRight(account, 'transfers') ? (
        <Link {...paths.transfer(about.id)}>
          <Trans>À propos d’un virement : le voir</Trans>
        </Link>
      ) : (
        <Trans>À propos d’un virement de votre compte</Trans>
      )}
    </p>
  )
}

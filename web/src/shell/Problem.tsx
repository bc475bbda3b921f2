import { Trans, useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { CircleAlert, MessageSquare, RotateCw } from 'lucide-react'
import { CallError } from '../lib/api/call-error.ts'
import { useFormats } from '../lib/formats.ts'
import { useMayWrite, writeToBank } from '../lib/forms/writing.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LinkButton } from './LinkButton.tsx'
import styles from './Problem.module.css'

type Props = {
  title: string
  error: Error
  onRetry: () => void
  /** For a detail: the link to its list, or the button that closes it. A missing object has no retry button. */
  list?: Pick<LinkProps, 'to'> | (() => void)
}

/** A page that could not be loaded: the reason, a retry button, and the request id for support. */
export function PageProblem({ title, error, onRetry, list }: Props) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const mayWrite = useMayWrite()
  const problem = error instanceof CallError ? error : null
  const isServerMessage = problem !== null && problem.status >= 400 && problem.code !== 'unknown'
  const requestId = problem?.requestId ?? null
  if (problem?.status === 404 && list)
    return (
      <EmptyState
        motif="search"
        title={title}
        action={
          typeof list === 'function' ? (
            <Button variant="primary" onClick={list}>{t`Retour à la liste`}</Button>
          ) : (
            <LinkButton variant="primary" {...list}>{t`Retour à la liste`}</LinkButton>
          )
        }
      >
        {problem.message}
      </EmptyState>
    )
  return (
    <EmptyState
      motif="problem"
      title={title}
      action={
        <>
          <Button variant="primary" icon={RotateCw} onClick={onRetry}>
            <Trans>Réessayer</Trans>
          </Button>
          {requestId !== null && mayWrite && (
            <Button
              icon={MessageSquare}
              onClick={() =>
                writeToBank({ about: { kind: 'fault', request_id: requestId }, subject: title.slice(0, 140) })
              }
            >
              <Trans>Signaler à la banque</Trans>
            </Button>
          )}
        </>
      }
      foot={
        problem &&
        [problem.status > 0 ? t`Code ${problem.status}` : null, dateTime(new Date(problem.at)), problem.requestId]
          .filter(Boolean)
          .join(' · ')
      }
    >
      {isServerMessage
        ? problem.message
        : t`Votre connexion semble lente ou interrompue. Vos données ne sont pas perdues.`}
    </EmptyState>
  )
}

/** A block that could not be loaded, on a page that was loaded. */
export function BlockProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.block} role="alert">
      <Icon shape={CircleAlert} />
      <span>{text}</span>
      <Button size="sm" onClick={onRetry}>
        <Trans>Réessayer</Trans>
      </Button>
    </div>
  )
}

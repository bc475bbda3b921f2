import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Message } from 'contract/messages.ts'
import { ArrowLeft, Mail } from 'lucide-react'
import { useEffect } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { messageQuery, useMarkMessage } from './message-queries.ts'
import styles from './MessageScreen.module.css'

/** One message. To open it is to have read it; it can be made unread again. */
export function MessageScreen() {
  const { t } = useLingui()
  const { messageId = '' } = useParams({ strict: false })
  const message = useQuery(messageQuery(messageId))
  if (message.isSuccess) return <Letter message={message.data.answer} />
  return (
    <Page heading={t`Message`}>
      {message.isError ? (
        <PageProblem title={t`Le message n’a pas pu être chargé`} error={message.error} onRetry={() => void message.refetch()} />
      ) : (
        <Skeleton>
          <SkeletonRows count={6} />
        </Skeleton>
      )}
    </Page>
  )
}

function Letter({ message }: { message: Message }) {
  const { dateTime } = useFormats()
  const navigate = useNavigate()
  const { mutate } = useMarkMessage()
  const { id, is_read, subject, sender, sent_at, body } = message
  useEffect(() => {
    if (!is_read) mutate({ params: { id }, body: { read: true } })
  }, [id, is_read, mutate])
  const unread = () => mutate({ params: { id }, body: { read: false } }, { onSuccess: () => void navigate(paths.inbox()) })
  return (
    <Page
      heading={subject}
      context={`${sender} · ${dateTime(fromUnix(sent_at))}`}
      actions={
        <>
          <LinkButton {...paths.inbox()} icon={ArrowLeft}>
            <Trans>Tous les messages</Trans>
          </LinkButton>
          <Button icon={Mail} onClick={unread}>
            <Trans>Marquer comme non lu</Trans>
          </Button>
        </>
      }
    >
      {/* Text is text: markup in it is shown as it was written. */}
      <p className={styles.body}>{body}</p>
    </Page>
  )
}

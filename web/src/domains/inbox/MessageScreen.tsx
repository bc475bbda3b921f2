import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { downloadMessageDocument, type Letter, type Message, MAX_LETTERS } from 'contract/accounts/messages.ts'
import { Archive, ArchiveRestore, ArrowLeft, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { reportError } from '../../lib/report-error.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { fromUnix, initialsOf, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useMayWrite } from '../../lib/forms/writing.ts'
import { FileList, FileRow } from '../../shell/files/FileRow.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Avatar } from '../../ui/Tile.tsx'
import { AboutNote } from './AboutNote.tsx'
import { messageQuery, useMarkMessage, useReadMessage } from './message-queries.ts'
import styles from './MessageScreen.module.css'
import { ReplyForm } from './ReplyForm.tsx'

const route = getRouteApi('/signed-in/main/inbox/$messageId')

/** One conversation. Opening it marks it as read; it can be marked as unread again. */
export function MessageScreen() {
  const { t } = useLingui()
  const { messageId = '' } = useParams({ strict: false })
  const message = useQuery(messageQuery(messageId))
  if (message.data) return <Conversation key={messageId} message={message.data.answer} />
  return (
    <Page heading={t`Message`} back={<BackToInbox />}>
      {message.isError ? (
        <PageProblem
          title={t`Le message n’a pas pu être chargé`}
          error={message.error}
          list={paths.inbox()}
          onRetry={() => void message.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={6} />
        </Skeleton>
      )}
    </Page>
  )
}

function BackToInbox() {
  const search = route.useSearch()
  return (
    <Link {...paths.inbox()} search={search} className={styles.back}>
      <Icon shape={ArrowLeft} size="sm" /> <Trans>Messagerie</Trans>
    </Link>
  )
}

function Conversation({ message }: { message: Message }) {
  const { t } = useLingui()
  const { mutate } = useReadMessage()
  const mayWrite = useMayWrite()
  const [sentReplies, setSentReplies] = useState(0)
  const [isLeaving, setLeaving] = useState(false)
  const { id, is_read, is_archived, subject, about, letters } = message
  useEffect(() => {
    if (!is_read && !isLeaving) mutate({ params: { id }, body: { read: true } })
  }, [id, is_read, isLeaving, letters.length, mutate])
  return (
    <Page
      heading={subject}
      back={<BackToInbox />}
      actions={<Marks id={id} isArchived={is_archived} onLeave={() => setLeaving(true)} />}
    >
      <div className={styles.conversation}>
        {about && <AboutNote about={about} isLinked />}
        <ol className={styles.letters} aria-label={t`Échange`}>
          {letters.map((letter) => (
            <LetterItem key={letter.id} messageId={id} letter={letter} />
          ))}
        </ol>
        {mayWrite && letters.length < MAX_LETTERS && (
          <section className={`${styles.reply} no-print`} aria-label={t`Répondre`}>
            <ReplyForm key={sentReplies} id={id} onSent={() => setSentReplies(sentReplies + 1)} />
          </section>
        )}
      </div>
    </Page>
  )
}

function Marks({ id, isArchived, onLeave }: { id: string; isArchived: boolean; onLeave: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const search = route.useSearch()
  const mark = useMarkMessage()
  const put = (body: { read?: boolean; archived?: boolean }, announcement: string) => {
    onLeave()
    const toInbox = () => void navigate({ ...paths.inbox(), search })
    mark.mutate(
      { params: { id }, body, done: () => announce(announcement) },
      { onSuccess: toInbox, onError: reportError },
    )
  }
  return (
    <>
      {!isArchived && (
        <Button icon={Mail} onClick={() => put({ read: false }, t`Le message est marqué comme non lu.`)}>
          <Trans>Marquer comme non lu</Trans>
        </Button>
      )}
      {isArchived ? (
        <Button
          icon={ArchiveRestore}
          onClick={() => put({ archived: false }, t`Le message est revenu dans la messagerie.`)}
        >
          <Trans>Désarchiver</Trans>
        </Button>
      ) : (
        <Button icon={Archive} onClick={() => put({ archived: true }, t`Le message est archivé.`)}>
          <Trans>Archiver</Trans>
        </Button>
      )}
    </>
  )
}

function LetterItem({
  messageId,
  letter: { id, sender, is_own, body, sent_at, documents },
}: {
  messageId: string
  letter: Letter
}) {
  const { dateTime } = useFormats()
  const { t } = useLingui()
  const view = (document: string) =>
    void callFile(downloadMessageDocument, { params: { id: messageId, document } })
      .then(viewFile)
      .catch(reportError)
  return (
    <li className={cx(styles.letter, is_own && styles.own)} id={id}>
      <div className={styles.from}>
        <Avatar letters={initialsOf(sender)} />
        <div>
          <p className="h3">{sender}</p>
          <p className="muted small num">{dateTime(fromUnix(sent_at))}</p>
        </div>
      </div>
      {/* Displayed as plain text: markup is not interpreted. */}
      <p className={styles.body}>{body}</p>
      {documents.length > 0 && (
        <>
          <p
            className={styles.attached}
          >{t`${plural(documents.length, { one: '# pièce jointe', other: '# pièces jointes' })}`}</p>
          <FileList>
            {documents.map((document) => (
              <FileRow
                key={document.id}
                name={document.name}
                isPicture={document.file_kind !== 'pdf'}
                size={document.size}
                onView={() => view(document.id)}
              />
            ))}
          </FileList>
        </>
      )}
    </li>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { MESSAGE_TEXT_LENGTH, MAX_MESSAGE_DOCUMENTS, NewReply } from 'contract/accounts/messages.ts'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { dropDraft, keepDraft, readTexts } from '../../lib/forms/drafts.ts'
import { useFormats } from '../../lib/formats.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FilesField } from '../../shell/files/FilesField.tsx'
import { LostFiles } from '../../shell/files/LostFiles.tsx'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import { useMessageFiles } from './use-message-files.ts'
import styles from './MessageScreen.module.css'
import { useReply } from './message-queries.ts'

/** From this length on, the number of remaining characters is displayed. */
const LONG = 0.8 * MESSAGE_TEXT_LENGTH

/** The reply to a conversation: one line that grows, and a paper clip. After it was sent, a new key starts an empty one. */
export function ReplyForm({ id, onSent }: { id: string; onSent: () => void }) {
  const { t } = useLingui()
  const { count } = useFormats()
  const draftName = `reply:${id}`
  const [kept] = useState(() => readTexts(draftName))
  const [initial] = useState(() => ({ body: kept.body ?? '' }))
  const { files, setFiles, isTouched, lost, names } = useMessageFiles(kept.files ?? '')
  const reply = useReply()
  const form = useForm({
    schema: NewReply,
    initial,
    toInput: (typed) => typed,
    call: reply,
    fields: ['body', 'documents'],
  })
  const { draft, field } = form
  const attach = (chosen: readonly File[]) => {
    setFiles(chosen)
    form.clearServerError('documents')
  }
  useEffect(() => {
    if (draft !== initial || isTouched) keepDraft(draftName, { ...draft, files: names })
  }, [draft, draftName, initial, isTouched, names])
  const submit = () =>
    form.submit((body) =>
      reply.mutate(
        {
          params: { id },
          body,
          files: { documents: files },
          done: () => {
            dropDraft(draftName)
            announce(t`Votre message a bien été envoyé.`)
          },
        },
        { onSuccess: onSent },
      ),
    )
  return (
    <FormFrame form={form} onSubmit={submit}>
      <TextArea
        label={t`Votre réponse`}
        isGrowing
        maxLength={MESSAGE_TEXT_LENGTH}
        {...(draft.body.length > LONG && {
          help: t`${plural(draft.body.length, { one: '# caractère', other: '# caractères' })} sur ${count(MESSAGE_TEXT_LENGTH)}`,
        })}
        {...field('body')}
      />
      <LostFiles names={lost} />
      <div className={styles.acts}>
        <FilesField
          label={t`Pièces jointes`}
          isClip
          error={form.problemAt('documents')}
          files={files}
          max={MAX_MESSAGE_DOCUMENTS}
          onChange={attach}
        />
        <Button type="submit" variant="primary" icon={Send} isBusy={reply.isPending}>
          <Trans>Envoyer la réponse</Trans>
        </Button>
      </div>
    </FormFrame>
  )
}

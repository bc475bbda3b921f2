import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { MESSAGE_SUBJECT_LENGTH, MESSAGE_TEXT_LENGTH, MAX_MESSAGE_DOCUMENTS, NewMessage } from 'contract/accounts/messages.ts'
import { tidyLine } from 'contract/values/text.ts'
import { Send } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { dropDraft, keepDraft, readTexts } from '../../lib/forms/drafts.ts'
import { useFormats } from '../../lib/formats.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { draftOf, type Writing } from '../../lib/forms/writing.ts'
import { FilesField } from '../../shell/files/FilesField.tsx'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'
import { AboutNote } from './AboutNote.tsx'
import { useWriteMessage } from './message-queries.ts'

/** A new conversation with the bank. Its words are kept while it is closed. */
export function NewMessageModal({ writing, onClose }: { writing: Writing; onClose: () => void }) {
  const { t } = useLingui()
  const { about, subject } = writing
  const { count } = useFormats()
  const { uuid } = useAccount()
  const form = useId()
  const draftName = draftOf(uuid, writing)
  const [initial] = useState(() => ({ subject, body: '', ...readTexts(draftName) }))
  const [files, setFiles] = useState<readonly File[]>([])
  const [rejections, setRejections] = useState(0)
  const write = useWriteMessage()
  const { draft, field, check, read, problemAt, lift } = useForm({
    schema: NewMessage,
    initial,
    toInput: (typed) => ({ subject: tidyLine(typed.subject), body: typed.body, about }),
    refusal: write.error,
  })
  const attach = (chosen: readonly File[]) => {
    setFiles(chosen)
    lift('documents')
  }
  useEffect(() => {
    // An empty letter under a subject that we proposed is nobody's words.
    if (draft !== initial) keepDraft(draftName, draft)
  }, [draft, draftName, initial])

  const send = () => {
    const isComplete = check(['subject', 'body'])
    const input = read()
    if (!isComplete || !input) return setRejections(rejections + 1)
    const sent = () => {
      dropDraft(draftName)
      onClose()
      announce(t`Votre message a bien été envoyé.`)
    }
    write.mutate({ body: input, files: { documents: files } }, { onSuccess: sent })
  }
  return (
    <Modal
      title={t`Nouveau message`}
      size="wide"
      onClose={write.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={write.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form={form} variant="primary" icon={Send} isBusy={write.isPending}>
            <Trans>Envoyer le message</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id={form}
        onSubmit={send}
        rejections={rejections}
        hasProblems={['subject', 'body', 'documents'].some((name) => problemAt(name) !== null)}
        refusal={write.error}
        actions={null}
      >
        {about && <AboutNote about={about} />}
        <TextField label={t`Objet`} maxLength={MESSAGE_SUBJECT_LENGTH} {...field('subject')} />
        <TextArea
          label={t`Message`}
          rows={6}
          maxLength={MESSAGE_TEXT_LENGTH}
          help={t`${plural(draft.body.length, { one: '# caractère', other: '# caractères' })} sur ${count(MESSAGE_TEXT_LENGTH)}`}
          {...field('body')}
        />
        <FilesField label={t`Pièces jointes`} error={problemAt('documents')} files={files} max={MAX_MESSAGE_DOCUMENTS} onChange={attach} />
      </FormFrame>
    </Modal>
  )
}

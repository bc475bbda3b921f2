import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getAdvisor } from 'contract/accounts/accounts.ts'
import {
  MESSAGE_SUBJECT_LENGTH,
  MESSAGE_TEXT_LENGTH,
  MAX_MESSAGE_DOCUMENTS,
  NewMessage,
} from 'contract/accounts/messages.ts'
import { tidyLine } from 'contract/values/text.ts'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { dropDraft, keepDraft, readTexts } from '../../lib/forms/drafts.ts'
import { initialsOf, useFormats } from '../../lib/formats.ts'
import { callQuery } from '../../lib/api/query.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { draftOf, type Writing } from '../../lib/forms/writing.ts'
import { FilesField } from '../../shell/files/FilesField.tsx'
import { LostFiles } from '../../shell/files/LostFiles.tsx'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'
import { Avatar } from '../../ui/Tile.tsx'
import { AboutNote } from './AboutNote.tsx'
import { useMessageFiles } from './use-message-files.ts'
import styles from './MessageScreen.module.css'
import { useWriteMessage } from './message-queries.ts'

/** A new conversation with the bank. Its draft is kept while the dialog is closed. */
export function NewMessageModal({ writing, onClose }: { writing: Writing; onClose: () => void }) {
  const { t } = useLingui()
  const { about, subject } = writing
  const { count } = useFormats()
  const { uuid } = useAccount()
  const draftName = draftOf(uuid, writing)
  const [kept] = useState(() => readTexts(draftName))
  const [initial] = useState(() => ({ subject: kept.subject ?? subject, body: kept.body ?? '' }))
  const { files, setFiles, isTouched, lost, names } = useMessageFiles(kept.files ?? '')
  const write = useWriteMessage()
  const form = useForm({
    schema: NewMessage,
    initial,
    toInput: (typed) => ({ subject: tidyLine(typed.subject), body: typed.body, about }),
    call: write,
    fields: ['subject', 'body', 'documents'],
  })
  const { draft, field } = form
  const attach = (chosen: readonly File[]) => {
    setFiles(chosen)
    form.clearServerError('documents')
  }
  useEffect(() => {
    // An empty message with a proposed subject is not a draft.
    if (draft !== initial || isTouched) keepDraft(draftName, { ...draft, files: names })
  }, [draft, draftName, initial, isTouched, names])

  const submit = () =>
    form.submit((body) =>
      write.mutate(
        {
          body,
          files: { documents: files },
          done: () => {
            dropDraft(draftName)
            announce(t`Votre message a bien été envoyé.`)
          },
        },
        { onSuccess: onClose },
      ),
    )
  return (
    <FormModal
      title={t`Nouveau message`}
      size="wide"
      verb={t`Envoyer le message`}
      icon={Send}
      // The text is kept, its files are not.
      form={{ ...form, isDirty: files.length > 0 }}
      loss={{ text: t`Votre message vous attendra dans cet onglet, sans ses pièces jointes.` }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Addressee />
      {about && <AboutNote about={about} />}
      <TextField label={t`Objet`} maxLength={MESSAGE_SUBJECT_LENGTH} {...field('subject')} />
      <TextArea
        label={t`Message`}
        rows={6}
        maxLength={MESSAGE_TEXT_LENGTH}
        help={t`${plural(draft.body.length, { one: '# caractère', other: '# caractères' })} sur ${count(MESSAGE_TEXT_LENGTH)}`}
        {...field('body')}
      />
      <LostFiles names={lost} />
      <FilesField
        label={t`Pièces jointes`}
        error={form.problemAt('documents')}
        files={files}
        max={MAX_MESSAGE_DOCUMENTS}
        onChange={attach}
      />
    </FormModal>
  )
}

/** Who reads it: the account's manager, as everywhere else. */
function Addressee() {
  const advisor = useQuery(callQuery(getAdvisor, {})).data?.answer
  const { t } = useLingui()
  const name = advisor?.name
  return (
    <p className={styles.to}>
      <Avatar letters={name ? initialsOf(name) : ''} />
      <span>{name ? t`À ${name}, votre conseiller` : t`À votre conseiller`}</span>
    </p>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { commonRefusals } from 'contract/refusals/common.ts'
import { CircleAlert, FileX, Image, Paperclip, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { translate } from '../../lib/language.ts'
import { shrinkPhoto } from '../../lib/shrink-photo.ts'
import { Button } from '../../ui/Button.tsx'
import { useFileDrop } from '../../ui/fields/use-file-drop.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useValidity } from '../../ui/fields/use-validity.ts'
import { fileProblem } from './file-problem.ts'
import rows from './FileRow.module.css'
import { FileRow } from './FileRow.tsx'
import styles from './FilesField.module.css'
import { usePastedFiles } from './use-pasted-files.ts'

type Refused = { name: string; why: string }

type Props = {
  label: string
  help?: ReactNode
  error?: string | null
  files: readonly File[]
  onChange: (files: File[]) => void
  /** The maximum number of files, existing ones included. */
  max: number
  /** The types that the server accepts. */
  kinds?: 'pdf' | 'all'
  /** One button instead of the area to drop on: in a conversation. Files can be dropped on it all the same. */
  isClip?: boolean
  /** Existing files, above the selected ones. */
  children?: ReactNode
}

/**
 * Selects files by drop, dialog or camera, or takes pasted ones. Files that the server would refuse are refused here before the upload, and
 * the form is not sent while the refused file is displayed, so that the user does not believe that it was sent.
 */
export function FilesField({
  label,
  help,
  error: problem,
  files,
  onChange,
  max,
  kinds = 'all',
  isClip = false,
  children,
}: Props) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const drop = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [preparing, setPreparing] = useState<readonly File[]>([])
  const [isHeldBack, setHeldBack] = useState(false)
  // Also the files of a selection that was made while a former one was still being prepared.
  const selected = useRef(files)
  selected.current = files
  const unsendable =
    preparing.length > 0
      ? t`Un fichier est en préparation : envoyez dans un instant.`
      : refused.length > 0
        ? t`Retirez ou remplacez le fichier refusé avant d’envoyer.`
        : null
  useValidity(input, unsendable)
  const error = (isHeldBack ? unsendable : null) ?? problem

  // To reduce a photograph takes seconds on a slow phone: until then the form is not sent without it.
  const add = async (chosen: readonly File[]) => {
    setPreparing((before) => [...before, ...chosen])
    const { good, bad } = await prepare(chosen).finally(() =>
      setPreparing((all) => all.filter((one) => !chosen.includes(one))),
    )
    const before = selected.current
    const taken = good.slice(0, Math.max(0, max - before.length))
    const rest = good.slice(taken.length).map(({ name }) => ({ name, why: translate(commonRefusals.too_many_files) }))
    setRefused([...bad, ...rest])
    setHeldBack(false)
    if (taken.length === 0) return
    selected.current = [...before, ...taken]
    onChange([...before, ...taken])
  }
  const prepare = async (chosen: readonly File[]) => {
    const good: File[] = []
    const bad: Refused[] = []
    for (const one of chosen) {
      const file = await shrinkPhoto(one)
      const problem = await fileProblem(file, kinds)
      if (problem) bad.push({ name: one.name, why: problem })
      else good.push(file)
    }
    return { good, bad }
  }
  const { isOver, listeners } = useFileDrop((dropped) => void add(dropped))
  usePastedFiles(input, (pasted) => void add(pasted))
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : undefined}>
      <p id={`${id}-label`} className={isClip ? 'sr' : styles.label}>
        {label}
      </p>
      <div
        ref={drop}
        className={cx(isClip ? styles.clip : styles.drop, isOver && styles.over, error && styles.wrong)}
        {...listeners}
      >
        {!isClip && (
          <>
            <Icon shape={Paperclip} size="lg" />
            <p className={styles.invitation}>
              <Trans>Déposez vos fichiers ici</Trans>
            </p>
          </>
        )}
        <input
          ref={input}
          className="sr"
          type="file"
          tabIndex={-1}
          aria-hidden
          multiple={max > 1}
          accept={kinds === 'pdf' ? 'application/pdf' : 'application/pdf,image/jpeg,image/png'}
          // The form moves the focus to the field with the error: to its button.
          onInvalid={() => setHeldBack(true)}
          onFocus={() => drop.current?.querySelector('button')?.focus()}
          onChange={({ target }) => {
            void add([...(target.files ?? [])])
            // The same file can be selected again.
            target.value = ''
          }}
        />
        {isClip ? (
          <Button variant="quiet" size="sm" icon={Paperclip} onClick={() => input.current?.click()}>
            <Trans>Joindre des fichiers</Trans>
          </Button>
        ) : (
          <>
            <Button size="sm" onClick={() => input.current?.click()}>
              {max > 1 ? <Trans>Choisir des fichiers</Trans> : <Trans>Choisir un fichier</Trans>}
            </Button>
            <p className={styles.help}>{help ?? <Trans>PDF, JPEG ou PNG, 5 Mo par fichier</Trans>}</p>
          </>
        )}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon shape={CircleAlert} size="sm" />
          {error}
        </p>
      )}
      <ul className={rows.files}>
        {children}
        {files.map((file, index) => (
          <FileRow
            key={`${file.name} ${index}`}
            name={file.name}
            isPicture={file.type.startsWith('image/')}
            size={file.size}
            onView={() => viewFile({ name: file.name, content: file })}
            onRemove={() => onChange(files.filter((one) => one !== file))}
          />
        ))}
        {preparing.map(({ name }, index) => (
          <li key={`${name} ${index}`} className={rows.file}>
            <span className={rows.icon}>
              <Icon shape={Image} />
            </span>
            <span className={rows.text}>
              <span className={rows.name}>{name}</span>
              <span className={rows.meta} role="status">
                <Trans>En préparation…</Trans>
              </span>
            </span>
          </li>
        ))}
        {refused.map(({ name, why }) => (
          <li key={name} className={cx(rows.file, rows.refused)}>
            <span className={rows.icon}>
              <Icon shape={FileX} />
            </span>
            <span className={rows.text}>
              <span className={rows.name}>{name}</span>
              <span className={rows.meta} role="alert">
                {why}
              </span>
            </span>
            <IconButton
              size="sm"
              icon={X}
              label={t`Retirer ${name}`}
              onClick={() => setRefused(refused.filter((one) => one.name !== name))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

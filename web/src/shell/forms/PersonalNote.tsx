import { Trans, useLingui } from '@lingui/react/macro'
import { tidyLine } from 'contract/values/text.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAutosave } from '../../lib/forms/use-autosave.ts'
import { TextArea } from '../../ui/fields/TextField.tsx'

type Props = {
  /** Of the operation or order. */
  id: string
  saved: string | null
  maxLength: number
  /** The call must outlive the page. */
  save: (note: string | null) => Promise<unknown>
  /** What opens the field while there is no note. */
  opener: (open: () => void) => ReactNode
  className?: string | undefined
}

/** A personal note, which saves itself while typing. */
export function PersonalNote({ id, saved, maxLength, save, opener, className }: Props) {
  const { t } = useLingui()
  const { typed, status, problem, type, flush } = useAutosave({
    draftName: `note:${id}`,
    saved: saved ?? '',
    tidy: tidyLine,
    save: (text) => save(text || null),
  })
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) section.current?.querySelector('textarea')?.focus()
  }, [isOpen])
  if (typed === '' && !isOpen) return opener(() => setOpen(true))
  return (
    <section className={className} ref={section}>
      <TextArea
        name="comment"
        label={t`Note personnelle`}
        value={typed}
        error={problem}
        maxLength={maxLength}
        onChange={type}
        onBlur={() => void flush()}
      />
      <p role="status" className="muted small">
        {status === 'saved' && <Trans>Enregistré</Trans>}
      </p>
    </section>
  )
}

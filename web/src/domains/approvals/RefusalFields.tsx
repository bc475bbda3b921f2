import { useLingui } from '@lingui/react/macro'
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH, tidyLine } from 'contract/values/text.ts'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import styles from './SignaturePanel.module.css'

export type Refusal = ReturnType<typeof useRefusal>

/** The reason of a refusal: one of the ready ones, a word to the author, or both. */
export function useRefusal() {
  const [chosen, setChosen] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const reason = [chosen, tidyLine(text)].filter(Boolean).join(' : ').slice(0, REASON_MAX_LENGTH)
  const isMissing = reason.length < REASON_MIN_LENGTH
  return {
    chosen,
    text,
    isProblem: isChecked && isMissing,
    choose: (one: string) => setChosen(one === chosen ? null : one),
    setText,
    reset: () => {
      setChosen(null)
      setText('')
      setChecked(false)
    },
    /** The reason, or null where it is missing: the fields then say so. */
    check: (needsNone: boolean): string | null => {
      setChecked(true)
      return isMissing && !needsNone ? null : reason
    },
  }
}

/** The ready reasons as chips, and a word to the person who made the request. */
export function RefusalFields({ refusal, makers }: { refusal: Refusal; makers: string | null }) {
  const { t } = useLingui()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.querySelector<HTMLElement>('button')?.focus()
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const ready = [t`Montant incorrect`, t`Bénéficiaire incorrect`, t`Facture déjà payée`, t`Justificatif manquant`]
  return (
    <section ref={section} className={styles.section}>
      <h3>{t`Motif du refus`}</h3>
      <div role="group" aria-label={t`Motif du refus`} className={styles.reasons}>
        {ready.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.chip}
            aria-pressed={refusal.chosen === one}
            onClick={() => refusal.choose(one)}
          >
            {refusal.chosen === one && <Icon shape={Check} size="xs" />}
            {one}
          </button>
        ))}
      </div>
      <TextArea
        name="text"
        label={makers === null ? t`Un mot pour expliquer` : t`Un mot pour ${makers}`}
        isOptional={refusal.chosen !== null}
        help={t`La personne qui a créé la demande le lira.`}
        rows={3}
        maxLength={REASON_MAX_LENGTH - 30}
        value={refusal.text}
        error={refusal.isProblem ? t`Choisissez un motif, ou écrivez un mot` : null}
        onChange={refusal.setText}
      />
    </section>
  )
}

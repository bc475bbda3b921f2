import { useLingui } from '@lingui/react/macro'
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH, tidyLine } from 'contract/values/text.ts'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import styles from './SignaturePanel.module.css'

type Refusal = ReturnType<typeof useRefusal>

type State = { chosen: string | null; text: string; isChecked: boolean }
const unwritten: State = { chosen: null, text: '', isChecked: false }

/** The reason of a refusal: one of the proposed ones, a text for the author, or both. */
const refusalOf = ({ chosen, text, isChecked }: State, set: (change: Partial<State>) => void) => {
  const reason = [chosen, tidyLine(text)].filter(Boolean).join(' : ').slice(0, REASON_MAX_LENGTH)
  const isMissing = reason.length < REASON_MIN_LENGTH
  return {
    chosen,
    text,
    isProblem: isChecked && isMissing,
    choose: (reason: string) => set({ chosen: reason === chosen ? null : reason }),
    setText: (typed: string) => set({ text: typed }),
    /** The reason, or null where it is missing: the fields then say so. */
    check: (needsNone: boolean): string | null => {
      set({ isChecked: true })
      return isMissing && !needsNone ? null : reason
    },
  }
}

export function useRefusal() {
  const [state, setState] = useState(unwritten)
  return refusalOf(state, (change) => setState((before) => ({ ...before, ...change })))
}

/** The refusals that were started, each with its own reason. */
export function useRefusals() {
  const [started, setStarted] = useState<Readonly<Record<string, State>>>({})
  return {
    isStarted: (id: string) => id in started,
    hasText: (id: string) => (started[id]?.text ?? '') !== '',
    of: (id: string) =>
      refusalOf(started[id] ?? unwritten, (change) =>
        setStarted((before) => ({ ...before, [id]: { ...unwritten, ...before[id], ...change } })),
      ),
    start: (id: string) => setStarted((before) => ({ ...before, [id]: unwritten })),
    drop: (id: string) => setStarted(({ [id]: _dropped, ...others }) => others),
  }
}

/** The proposed reasons as chips, and a text for the person who made the request. */
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
        {ready.map((reason) => (
          <button
            key={reason}
            type="button"
            className={styles.chip}
            aria-pressed={refusal.chosen === reason}
            onClick={() => refusal.choose(reason)}
          >
            {refusal.chosen === reason && <Icon shape={Check} size="xs" />}
            {reason}
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

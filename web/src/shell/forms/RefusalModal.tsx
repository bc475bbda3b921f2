import { useLingui } from '@lingui/react/macro'
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH, tidyLine } from 'contract/values/text.ts'
import { useState } from 'react'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import { FormModal } from './FormModal.tsx'
import styles from './RefusalModal.module.css'

type Props = {
  title: string
  /** The label of the button that refuses. */
  verb: string
  /** Who reads the explanation. */
  help: string
  /** Usual reasons to choose from, before a free text. */
  usual?: readonly string[]
  /** The call that refuses. */
  refusal: { isPending: boolean; error: Error | null }
  onRefuse: (reason: string) => void
  onClose: () => void
}

/** The reason of a refusal: one of the usual ones, or a text. */
export function RefusalModal({ title, verb, help, usual = [], refusal, onRefuse, onClose }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [rejections, setRejections] = useState(0)
  const isOwn = usual.length === 0 || chosen === 'other'
  const reason = isOwn ? tidyLine(text) : chosen
  const isMissing = reason === null || reason.length < REASON_MIN_LENGTH
  const ask = reason
    ? t`Expliquez en ${REASON_MIN_LENGTH} à ${REASON_MAX_LENGTH} caractères`
    : t`Expliquez votre refus en quelques mots`
  const problem = rejections > 0 && isMissing ? (isOwn ? ask : t`Choisissez un motif`) : null
  return (
    <FormModal
      title={title}
      verb={verb}
      variant="danger"
      form={{ rejections, hasProblems: problem !== null, call: refusal, isDirty: text !== '' }}
      onSubmit={() => (isMissing ? setRejections(rejections + 1) : onRefuse(reason))}
      onClose={onClose}
    >
      {usual.length > 0 && (
        <div role="radiogroup" aria-label={t`Motif du refus`} className={styles.choices}>
          {usual.map((one) => (
            <ChoiceRow
              key={one}
              name="reason"
              value={one}
              isChosen={chosen === one}
              onChoose={() => setChosen(one)}
              title={one}
            />
          ))}
          <ChoiceRow
            name="reason"
            value="other"
            isChosen={isOwn}
            onChoose={() => setChosen('other')}
            title={t`Autre motif`}
          />
        </div>
      )}
      {isOwn && (
        <TextArea
          name="text"
          label={t`Votre explication`}
          help={help}
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={text}
          error={problem}
          onChange={setText}
        />
      )}
      {!isOwn && problem && <p role="alert">{problem}</p>}
    </FormModal>
  )
}

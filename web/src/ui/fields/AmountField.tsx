import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type AmountNotation, type AmountProblem, likelyAmounts, readAmount, writeAmount } from './amount-reading.ts'
import { type AmountDraft, readDraft, retype, showDraft } from './amount-typing.ts'
import { cx } from '../cx.ts'
import { describedBy, Field, type FieldLabels } from './Field.tsx'
import styles from './Field.module.css'
import { useValidity } from './use-validity.ts'

type Props = FieldLabels & {
  name: string
  /** In the minor unit; the typed text while it is unreadable. */
  value: AmountDraft
  onChange: (value: AmountDraft) => void
  onBlur?: () => void
  notation: AmountNotation
  unit: string
  /** A choice of units in the place of the unit. */
  choice?: ReactNode
  /** Large if the amount is the main field of the form. */
  size?: 'md' | 'lg'
}

/** The cause of a change: a key at the caret, or a text that was pasted, dropped or filled in. */
function changeOf({ nativeEvent }: ChangeEvent): 'key' | 'delete-forward' | 'text' {
  const { inputType = '', data = null } = nativeEvent as Partial<InputEvent>
  if (inputType === 'deleteContentForward') return 'delete-forward'
  const isOneCharacter = inputType === 'insertText' && data?.length === 1
  return isOneCharacter || inputType === 'insertCompositionText' || inputType.startsWith('delete') ? 'key' : 'text'
}

/**
 * Groups digits while typing and keeps the caret. Unreadable text stays as typed, and is explained when the field is
 * left.
 */
export function AmountField({
  label,
  help,
  error,
  isOptional,
  value,
  onChange,
  onBlur,
  notation,
  unit,
  choice,
  ...rest
}: Props) {
  const { size = 'lg', ...control } = rest
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const [text, setText] = useState(() => showDraft(value, notation))
  const [isLeft, setLeft] = useState(false)
  const problems = useProblemLabels(notation, unit)
  useLayoutEffect(() => {
    // React moves the caret to the end when the text changes: it is moved back behind its character.
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  // A value from elsewhere, such as a preset, is formatted again.
  const visible = readDraft(text, notation) === value ? text : showDraft(value, notation)
  const read = typeof value === 'string' ? readAmount(value, notation) : null
  const problem = read && 'problem' in read ? problems(read.problem) : null
  useValidity(input, problem)
  const likely = problem !== null && isLeft && typeof value === 'string' ? likelyAmounts(value, notation) : []
  const labels = {
    label,
    help,
    error: problem === null ? (error ?? null) : isLeft || error ? problem : null,
    ...(isOptional && { isOptional }),
  }
  return (
    <Field id={id} {...labels}>
      <div className={cx(styles.wrap, size === 'lg' && styles.large, labels.error && styles.wrapInvalid)}>
        <input
          {...control}
          ref={input}
          id={id}
          type="text"
          inputMode={notation.decimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          className={styles.input}
          value={visible}
          aria-invalid={labels.error ? true : undefined}
          aria-describedby={describedBy(id, labels)}
          onChange={(event) => {
            const { value: after, selectionStart } = event.target
            const change = { before: visible, after, caret: selectionStart ?? after.length, by: changeOf(event) }
            const typed = retype(change, notation)
            caret.current = typed.caret
            setText(typed.text)
            if (typeof typed.value !== 'string') setLeft(false)
            onChange(typed.value)
          }}
          onBlur={() => {
            setText(showDraft(value, notation))
            setLeft(true)
            onBlur?.()
          }}
          onInvalid={() => setLeft(true)}
        />
        {choice || <span className={styles.suffix}>{unit}</span>}
      </div>
      {likely.length > 0 && (
        <p className={styles.likely}>
          <Trans>Vous vouliez dire</Trans>{' '}
          {likely.map((amount) => (
            <button
              key={amount}
              type="button"
              onClick={() => {
                setLeft(false)
                onChange(amount)
                input.current?.focus()
              }}
            >
              {writeAmount(amount, notation)}
            </button>
          ))}
        </p>
      )}
    </Field>
  )
}

function useProblemLabels({ group, decimal, decimals }: AmountNotation, unit: string) {
  const { t } = useLingui()
  const example = decimals > 0 ? `1${group}090${decimal}50` : `75${group}000`
  return (problem: AmountProblem): string => {
    const meant = problem.is === 'unclear' ? problem.meant : ''
    return {
      unclear: t`Voulez-vous dire ${meant} ? Écrivez le montant ainsi.`,
      cents: t`Un montant en ${unit} n’a pas de décimales : saisissez un nombre entier.`,
      decimals: t`Saisissez deux décimales au plus, par exemple ${example}.`,
      sign: t`Saisissez le montant sans signe, par exemple ${example}.`,
      'too-long': t`Ce montant est trop grand.`,
      'no-amount': t`Ceci n’est pas un montant. Écrivez par exemple ${example}.`,
    }[problem.is]
  }
}

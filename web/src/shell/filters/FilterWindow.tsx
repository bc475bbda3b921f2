import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FormFrame } from '../forms/FormFrame.tsx'
import { type Filter, given, type ListQuery, type ListReply } from './filter.ts'
import styles from './FilterBar.module.css'
import { useFilterDraft } from './use-filter-draft.ts'

type Props<F, R extends ListReply> = {
  filter: F
  of: Filter<F>
  query: ListQuery<F, R>
  counted: (count: number) => string
  onChange: (filter: F) => void
  close: () => void
}

/** The window of one filter. Its button counts what it would find before it is pressed. */
export function FilterWindow<F extends object, R extends ListReply>({
  filter,
  of,
  query,
  counted,
  onChange,
  close,
}: Props<F, R>) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const { draft, set, isTried, count, form, apply } = useFilterDraft({ filter, filters: [of], query, onChange })
  useEffect(() => {
    const field = box.current
    if (!field) return
    const focus = () => {
      const first = field.querySelector<HTMLElement>('button, input')
      first?.focus()
      return first !== null
    }
    if (focus()) return
    // The field of some filters is loaded when it is opened first.
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect()
    })
    observer.observe(field, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  const change = (next: F) => {
    onChange(given(next))
    close()
  }
  if (of.isImmediate)
    return (
      <div ref={box} data-filters="window">
        {of.field({ draft: filter, set: (part) => change({ ...filter, ...part }), isTried: false })}
      </div>
    )
  return (
    <div data-filters="window">
      <FormFrame
        form={form}
        onSubmit={() => apply(close)}
        actions={
          <div className={styles.foot}>
            <Button variant="quiet" size="sm" onClick={() => change({ ...filter, ...of.cleared })}>
              <Trans>Effacer</Trans>
            </Button>
            <Button variant="primary" size="sm" type="submit">
              {count === undefined ? t`Afficher le résultat` : t`Afficher ${counted(count)}`}
            </Button>
          </div>
        }
      >
        <div ref={box}>{of.field({ draft, set, isTried })}</div>
      </FormFrame>
    </div>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { CategoryChange } from 'contract/accounts/categories.ts'
import { MAX_CHOSEN } from 'contract/accounts/operations.ts'
import { Tag as TagIcon } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { Button } from '../../ui/Button.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { CategoriseModal } from './categories/CategoriseModal.tsx'
import { fetchOperationIds, type OperationSearch } from './operation-queries.ts'
import styles from './SelectionBar.module.css'
import type { Selection } from './use-selection.ts'
import { useTakeBack } from './categories/use-take-back.ts'

type Props = { selection: Selection; filter: OperationSearch; found: number }

/** The selected operations and the actions on them. */
export function SelectionBar({ selection, filter, found }: Props) {
  const { t } = useLingui()
  const { count } = useFormats()
  const { chosen, chooseFound, clear } = selection
  const [isArranging, setArranging] = useState(false)
  const { isFetching, fetchFile } = useFetching()
  const whole = Math.min(found, MAX_CHOSEN)
  const offerBack = useTakeBack()
  const done = (change: CategoryChange) => {
    clear()
    offerBack(change)
  }
  const wholeText = count(whole)
  return (
    <StickyBar label={t`Sélection`}>
      <div className={styles.state}>
        <p aria-live="polite">
          <b>
            <Plural
              value={chosen.size}
              _0="Choisissez des opérations"
              one="# opération choisie"
              other="# opérations choisies"
            />
          </b>
        </p>
        {chosen.size < whole && (
          <button
            type="button"
            className="link"
            aria-busy={isFetching || undefined}
            onClick={() => void fetchFile(() => chooseFound(() => fetchOperationIds(filter)))}
          >
            {found > MAX_CHOSEN ? (
              <Trans>Les {wholeText} plus récentes</Trans>
            ) : (
              <Trans>Tout sélectionner ({wholeText})</Trans>
            )}
          </button>
        )}
      </div>
      <span className={styles.acts}>
        <Button onClick={clear}>
          <Trans>Annuler</Trans>
        </Button>
        <Button variant="primary" icon={TagIcon} disabled={chosen.size === 0} onClick={() => setArranging(true)}>
          <Trans>Classer</Trans>
        </Button>
      </span>
      {isArranging && <CategoriseModal ids={[...chosen]} onDone={done} onClose={() => setArranging(false)} />}
    </StickyBar>
  )
}

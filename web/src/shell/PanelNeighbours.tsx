import { Trans } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useFormats } from '../lib/formats.ts'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './PanelNeighbours.module.css'
import type { Position } from './position-in.ts'

type Props = { position: Position; labels: { previous: string; next: string }; onShow: (id: string) => void }

/** In the head of a panel: the place of its row in the list, with the one before and the one after. */
export function PanelNeighbours({ position, labels, onShow }: Props) {
  const { count } = useFormats()
  const { previous, next } = position
  const [index, total] = [count(position.index), count(position.total)]
  return (
    <span className={styles.neighbours}>
      <IconButton
        icon={ChevronUp}
        label={labels.previous}
        disabled={previous === undefined}
        onClick={() => previous && onShow(previous)}
      />
      <IconButton
        icon={ChevronDown}
        label={labels.next}
        disabled={next === undefined}
        onClick={() => next && onShow(next)}
      />
      <span className="muted num" role="status">
        <Trans>
          {index} sur {total}
        </Trans>
      </span>
    </span>
  )
}

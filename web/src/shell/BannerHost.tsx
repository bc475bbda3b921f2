import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { BANNER_DURATION_MS, dismissBanner, useBanner } from '../lib/banners.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useTopDialog } from '../ui/overlays/dialog.ts'
import styles from './BannerHost.module.css'

type RowKey = { x: number; y: number }

const isOver = (element: HTMLElement | null, { x, y }: RowKey) => {
  const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect(-1, -1, 0, 0)
  return x >= left && x <= right && y >= top && y <= bottom
}

/**
 * Reports when the pointer moves onto the message and when it leaves. A pointer that was there when the message
 * appeared has only clicked the button that caused it. The message is transparent to the pointer, so the window
 * listens.
 */
function usePointerOver(
  element: RefObject<HTMLElement | null>,
  id: number | null,
  onEnter: () => void,
  onLeave: () => void,
): void {
  const position = useRef<RowKey | null>(null)
  const listeners = useRef({ onEnter, onLeave })
  useEffect(() => {
    listeners.current = { onEnter, onLeave }
  })
  useEffect(() => {
    let wasOver = position.current !== null && isOver(element.current, position.current)
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      position.current = { x, y }
      const isNowOver = id !== null && isOver(element.current, position.current)
      if (isNowOver && !wasOver) listeners.current.onEnter()
      if (!isNowOver && wasOver) listeners.current.onLeave()
      wasOver = isNowOver
    }
    addEventListener('pointermove', move)
    addEventListener('pointerdown', move)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerdown', move)
    }
  }, [element, id])
}

/** The regions of messages: they stay in the page so that screen readers announce new content. In an open dialog, which covers the page, the message has regions of its own. */
export function BannerHost() {
  const { t } = useLingui()
  const banner = useBanner()
  const dialog = useTopDialog()
  // Paused by its own id: the next message has its own time, wherever the pointer is.
  const [heldId, setHeldId] = useState<number | null>(null)
  const isHeld = banner !== null && heldId === banner.id
  const hold = () => setHeldId(banner?.id ?? null)
  const release = () => setHeldId(null)
  const frame = useRef<HTMLDivElement>(null)
  usePointerOver(frame, banner?.id ?? null, hold, release)
  const isGood = banner?.tone === 'success'
  const fades = isGood && !banner.undo

  useEffect(() => {
    if (!banner || !fades || isHeld) return
    // In a hidden tab the message stays until the tab is visible.
    let timer = 0
    const run = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = window.setTimeout(dismissBanner, BANNER_DURATION_MS)
    }
    run()
    document.addEventListener('visibilitychange', run)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', run)
    }
    // In another place its line begins again.
  }, [banner, fades, isHeld, dialog])

  const visible = banner && (
    <div
      key={banner.id}
      ref={frame}
      className={cx(styles.banner, styles[banner.tone], isHeld && styles.held, banner.undo && styles.stays)}
      onFocus={hold}
      onBlur={release}
    >
      <Icon shape={isGood ? CircleCheck : CircleAlert} />
      <p className={styles.text}>{banner.text}</p>
      {banner.undo && (
        <button
          type="button"
          className={cx('link', styles.undo)}
          onClick={() => {
            dismissBanner()
            banner.undo?.()
          }}
        >
          <Trans context="take back">Annuler</Trans>
        </button>
      )}
      <IconButton
        icon={X}
        size="sm"
        label={t`Fermer le message`}
        onClick={() => {
          release()
          dismissBanner()
        }}
      />
    </div>
  )
  const regions = (content: ReactNode) => (
    <div className={cx(styles.host, 'no-print')}>
      <div role="status">{isGood && content}</div>
      <div role="alert">{!isGood && content}</div>
    </div>
  )
  return (
    <>
      {regions(dialog ? null : visible)}
      {dialog && visible && createPortal(regions(visible), dialog)}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BANNER_DURATION_MS, dismissBanner, useBanner } from '../lib/banners.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './BannerHost.module.css'

/** Where messages appear: the regions stay in the page so that screen readers hear what comes into them. */
export function BannerHost() {
  const { t } = useLingui()
  const banner = useBanner()
  // Held by its own id: the next message starts its own time, wherever the pointer rests.
  const [heldId, setHeldId] = useState<number | null>(null)
  const isHeld = banner !== null && heldId === banner.id
  const hold = () => setHeldId(banner?.id ?? null)
  const letGo = () => setHeldId(null)
  const isGood = banner?.tone === 'success'
  const fades = isGood && !banner.undo

  useEffect(() => {
    if (!banner || !fades || isHeld) return
    // A hidden tab holds the message too: it is said to somebody who looks.
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
  }, [banner, fades, isHeld])

  const shown = banner && (
    <div
      key={banner.id}
      className={cx(styles.banner, styles[banner.tone], isHeld && styles.held, banner.undo && styles.stays)}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
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
          letGo()
          dismissBanner()
        }}
      />
    </div>
  )
  return (
    <div className={cx(styles.host, 'no-print')}>
      <div role="status">{isGood && shown}</div>
      <div role="alert">{!isGood && shown}</div>
    </div>
  )
}

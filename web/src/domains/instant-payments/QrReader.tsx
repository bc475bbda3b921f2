import { Trans, useLingui } from '@lingui/react/macro'
import { ImageUp, RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CameraProblem, openCamera, watchVideo } from '../../lib/camera.ts'
import { openCodeFinder } from '../../lib/code-finder.ts'
import { PartMissing } from '../../lib/lazy-part.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useFileDrop } from '../../ui/fields/use-file-drop.ts'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import styles from './QrReader.module.css'

type Camera = 'starting' | 'reading' | 'offline' | CameraProblem

type Props = {
  /** Takes the text of a code. Returns why it is not the expected one, or null: then nothing more is read. */
  onRead: (text: string) => string | null
}

/** Reads a QR code with the camera, or from a picture. The camera is closed with the component, and while the page is hidden. */
export function QrReader({ onRead }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera>('starting')
  const [problem, setProblem] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isVisible = useIsVisible()
  const take = (text: string) => {
    const refusal = onRead(text)
    setProblem(refusal)
    setDone(refusal === null)
  }
  const takeFromCamera = useEffectEvent(take)

  useEffect(() => {
    const element = video.current
    if (isDone || !isVisible || !element) return
    const stop = new AbortController()
    const { signal } = stop
    const start = async () => {
      setCamera('starting')
      const found = await openCamera(element, signal, () => setCamera('busy'))
      if (signal.aborted) return
      setCamera(found ?? 'reading')
      if (found !== null) return
      try {
        const finder = await openCodeFinder()
        await watchVideo(element, finder.inFrame, signal, takeFromCamera)
      } catch (error) {
        if (!signal.aborted) setCamera(error instanceof PartMissing ? 'offline' : 'busy')
        stop.abort()
      }
    }
    void start()
    return () => stop.abort()
  }, [isDone, isVisible, attempt])

  return (
    <div className={styles.reader}>
      <CameraNotice camera={camera} onRetry={() => setAttempt(attempt + 1)} />
      <div className={cx(styles.view, camera !== 'reading' && camera !== 'starting' && styles.closed)} aria-hidden>
        <video ref={video} className={styles.video} muted playsInline />
        <span className={styles.aim} />
      </div>
      <p className={styles.hint} role="status">
        {isDone ? (
          <Trans>Code lu.</Trans>
        ) : camera === 'starting' ? (
          <Trans>Ouverture de l’appareil photo…</Trans>
        ) : (
          camera === 'reading' && <Trans>Placez le code QR dans le cadre.</Trans>
        )}
      </p>
      {problem !== null && <InlineAlert tone="danger" title={problem} />}
      <PictureChoice onText={take} onProblem={setProblem} />
    </div>
  )
}

/** Why there is no picture of the camera, and what to do. Nothing while there is one. */
function CameraNotice({ camera, onRetry }: { camera: Camera; onRetry: () => void }) {
  const { t } = useLingui()
  if (camera === 'starting' || camera === 'reading') return null
  const titles = {
    denied: t`L’appareil photo n’est pas autorisé`,
    missing: t`Aucun appareil photo n’a été trouvé`,
    busy: t`L’appareil photo n’est pas disponible`,
    offline: t`La lecture des codes n’a pas pu être chargée`,
  }
  return (
    <InlineAlert
      tone="warning"
      title={titles[camera]}
      action={
        camera !== 'missing' && (
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            <Trans>Réessayer</Trans>
          </Button>
        )
      }
    >
      <p>
        {camera === 'denied' ? (
          <Trans>Autorisez-le dans les réglages du navigateur pour ce site, ou choisissez une image du code.</Trans>
        ) : camera === 'offline' ? (
          <Trans>Votre connexion semble lente ou interrompue.</Trans>
        ) : camera === 'busy' ? (
          <Trans>Une autre application l’utilise peut-être. Vous pouvez aussi choisir une image du code.</Trans>
        ) : (
          <Trans>Choisissez une image du code : une photo ou une capture d’écran.</Trans>
        )}
      </p>
    </InlineAlert>
  )
}

type PictureProps = { onText: (text: string) => void; onProblem: (problem: string | null) => void }

/** Reads the code of a picture file: selected, dropped, or photographed. */
function PictureChoice({ onText, onProblem }: PictureProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const read = async (file: File) => {
    setBusy(true)
    onProblem(null)
    try {
      const finder = await openCodeFinder()
      const text = await finder.inFile(file)
      if (text === null)
        onProblem(t`Aucun code QR n’a été trouvé sur cette image. Prenez-le de plus près, bien éclairé.`)
      else onText(text)
    } catch (error) {
      onProblem(
        error instanceof PartMissing
          ? t`La lecture des codes n’a pas pu être chargée`
          : t`Ce fichier n’est pas une image lisible.`,
      )
    } finally {
      setBusy(false)
    }
  }
  const { isOver, listeners } = useFileDrop(([first]) => first && void read(first))
  return (
    <div className={cx(styles.drop, isOver && styles.over)} {...listeners}>
      <Icon shape={ImageUp} />
      <p className="muted small">
        <Trans>Ou lisez une image du code.</Trans>
      </p>
      <input
        ref={input}
        className="sr"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => {
          const [first] = target.files ?? []
          if (first) void read(first)
          // The same file can be selected again.
          target.value = ''
        }}
      />
      <Button size="sm" isBusy={isBusy} onClick={() => input.current?.click()}>
        <Trans>Choisir une image</Trans>
      </Button>
    </div>
  )
}

/** Whether the page is in front. */
function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  return isVisible
}

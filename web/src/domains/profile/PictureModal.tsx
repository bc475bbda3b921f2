import { Trans, useLingui } from '@lingui/react/macro'
import { problems } from 'contract/problems.ts'
import { removePicture, setPicture } from 'contract/access/profile.ts'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { renewSession } from '../../lib/api/call.ts'
import { translate } from '../../lib/language.ts'
import { useCall } from '../../lib/api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import type { DetailProps } from './detail.ts'
import { type Crop, MAX_ZOOM, moved, positionUnder, wholePicture, within } from './crop.ts'
import { cropPicture, openPicture, type OpenPicture } from './open-picture.ts'
import styles from './PictureModal.module.css'

/** In pixels; fits the smallest phone. */
const WINDOW = 240

/** The profile picture: selected on the device and cropped to a square here, so that only a small file is uploaded. */
export function PictureModal({ user, onBack, onDone }: DetailProps) {
  const { t } = useLingui()
  const { picture, problem, choose } = useChosenPicture()
  const [crop, setCrop] = useState<Crop>(wholePicture)
  const send = useCall(setPicture)
  const remove = useCall(removePicture)
  const file = useRef<HTMLInputElement>(null)
  const error = problem ?? (send.error ?? remove.error)?.message ?? null
  const isSending = send.isPending || remove.isPending

  const finish = (sentence: string) => () => {
    void renewSession().catch(() => null)
    onDone()
    announce(sentence)
  }
  const save = async (chosen: OpenPicture) => {
    send.mutate(
      { files: { picture: await cropPicture(chosen, crop) } },
      { onSuccess: finish(t`Votre photo a bien été enregistrée.`) },
    )
  }
  return (
    <Modal
      title={t`Votre photo`}
      onClose={isSending ? undefined : onBack}
      foot={
        <>
          <Button disabled={isSending} onClick={onBack}>
            <Trans>Annuler</Trans>
          </Button>
          {picture && (
            <Button variant="primary" isBusy={send.isPending} onClick={() => void save(picture)}>
              <Trans>Enregistrer</Trans>
            </Button>
          )}
        </>
      }
    >
      {error && <InlineAlert tone="danger" title={error} />}
      {picture ? (
        <CropArea picture={picture} crop={crop} onCrop={setCrop} />
      ) : (
        <p className="muted">
          <Trans>Choisissez une photo JPEG ou PNG. Elle n’est visible que de vous.</Trans>
        </p>
      )}
      <div className={styles.acts}>
        <input
          ref={file}
          className="sr"
          type="file"
          tabIndex={-1}
          aria-hidden
          accept="image/jpeg,image/png"
          onChange={({ target }) => {
            const [first] = target.files ?? []
            if (first) void choose(first).then(() => setCrop(wholePicture))
            // The same file can be selected again.
            target.value = ''
          }}
        />
        <Button icon={ImagePlus} onClick={() => file.current?.click()}>
          {picture ? <Trans>Choisir une autre photo</Trans> : <Trans>Choisir une photo</Trans>}
        </Button>
        {user.picture && !picture && (
          <Button
            icon={Trash2}
            isBusy={remove.isPending}
            onClick={() => remove.mutate({}, { onSuccess: finish(t`Votre photo a bien été supprimée.`) })}
          >
            <Trans>Supprimer la photo</Trans>
          </Button>
        )}
      </div>
    </Modal>
  )
}

function useChosenPicture() {
  const [picture, setPicture] = useState<OpenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.address)), [picture])
  const choose = async (file: File) => {
    const opened = await openPicture(file)
    setProblem(typeof opened === 'string' ? translate(problems[opened]) : null)
    if (typeof opened !== 'string') setPicture(opened)
  }
  return { picture, problem, choose }
}

/** Follows a pointer over an element and reports each move as a share of the window. */
function useDrag(onMove: (right: number, down: number) => void) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onMove)
  latest.current = onMove
  useEffect(() => {
    const window = element.current
    if (!window) return
    const drag = ({ movementX, movementY, buttons }: PointerEvent) =>
      buttons !== 0 && latest.current(movementX / WINDOW, movementY / WINDOW)
    const hold = ({ pointerId }: PointerEvent) => window.setPointerCapture(pointerId)
    window.addEventListener('pointerdown', hold)
    window.addEventListener('pointermove', drag)
    return () => {
      window.removeEventListener('pointerdown', hold)
      window.removeEventListener('pointermove', drag)
    }
  }, [])
  return element
}

/** Moves the crop: by finger or mouse on the picture, by keyboard with the sliders. */
function CropArea({ picture, crop, onCrop }: { picture: OpenPicture; crop: Crop; onCrop: (crop: Crop) => void }) {
  const { t } = useLingui()
  const { size, address } = picture
  // The picture follows the finger, so the crop moves in the opposite direction.
  const window = useDrag((right, down) => onCrop(moved(size, crop, -right, -down)))
  const slide = (change: Partial<Crop>) => onCrop(within(size, { ...crop, ...change }))
  return (
    <>
      <div className={styles.window} ref={window} style={{ width: WINDOW, height: WINDOW }}>
        <img
          src={address}
          alt={t`La photo et la partie qui en est gardée`}
          draggable={false}
          style={positionUnder(size, crop, WINDOW)}
        />
      </div>
      <div className={styles.sliders}>
        <Slider
          label={t`Agrandissement`}
          least={1}
          max={MAX_ZOOM}
          value={crop.zoom}
          onSlide={(zoom) => slide({ zoom })}
        />
        <Slider label={t`De gauche à droite`} least={0} max={1} value={crop.x} onSlide={(x) => slide({ x })} />
        <Slider label={t`De haut en bas`} least={0} max={1} value={crop.y} onSlide={(y) => slide({ y })} />
      </div>
    </>
  )
}

type SliderProps = { label: string; least: number; max: number; value: number; onSlide: (value: number) => void }

function Slider({ label, least, max, value, onSlide }: SliderProps) {
  return (
    <label className={styles.slider}>
      {label}
      <input
        type="range"
        min={least}
        max={max}
        step="any"
        value={value}
        onChange={({ target }) => onSlide(Number(target.value))}
      />
    </label>
  )
}

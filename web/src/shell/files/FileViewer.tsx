import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, Download, FileQuestion, Minus, Plus, Printer, Share2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { closeFile, type FileKind, kindOf, type ViewedFile } from '../../lib/api/file-viewer.ts'
import { useFormats } from '../../lib/formats.ts'
import { canShareFiles, shareFile } from '../../lib/api/share-file.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { useDialog } from '../../ui/overlays/dialog.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SkeletonBlock } from '../../ui/Skeleton.tsx'
import styles from './FileViewer.module.css'
import type { PdfPages } from './pdf-pages.ts'

const ZOOMS = [50, 75, 100, 125, 150, 200, 300]
const WIDEST_AT_100 = 800

// A scrollable area without focusable content gets the focus itself, so that the keyboard can scroll it (WCAG 2.1.1).
const scrolled = { tabIndex: 0, role: 'region' } as const

const printable = (kind: FileKind | null) => kind === 'image' || (kind === 'pdf' && navigator.pdfViewerEnabled)

/** Prints through a frame with the file alone: the browser's own viewer prints its pages. */
function printFile(address: string): void {
  const frame = document.createElement('iframe')
  frame.className = styles.printed ?? ''
  frame.src = address
  frame.addEventListener('load', () => frame.contentWindow?.print())
  frame.title = ''
  document.body.append(frame)
  addEventListener('focus', () => frame.remove(), { once: true })
}

/**
 * A file over the whole screen, dark in both themes: PDF page by page, JPEG and PNG as a whole; other types can be
 * downloaded.
 */
export function FileViewer({ file }: { file: ViewedFile }) {
  const { t } = useLingui()
  const { fileSize, percent } = useFormats()
  const dialog = useDialog(closeFile)
  const [kind, setKind] = useState<FileKind | null>(null)
  const [pdf, setPdf] = useState<PdfPages | null>(null)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(100)
  const [address, setAddress] = useState<string | null>(null)

  useEffect(() => {
    const made = URL.createObjectURL(file.content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  useEffect(() => {
    let isGone = false
    let opened: PdfPages | null = null
    async function open() {
      const found = await kindOf(file.content)
      if (found === 'pdf') {
        const { openPdf } = await import('./pdf-pages.ts')
        opened = await openPdf(file.content)
        if (isGone) return opened.close()
        setPdf(opened)
      }
      if (!isGone) setKind(found)
    }
    // A file declared as PDF that cannot be read is shown as an unknown type.
    open().catch(() => !isGone && setKind('unknown'))
    return () => {
      isGone = true
      opened?.close()
    }
  }, [file])

  const pages = pdf?.count ?? 1
  const turn = (by: number) => setPage((at) => Math.min(pages, Math.max(1, at + by)))
  const zoomBy = (steps: number) =>
    setZoom((at) => ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, ZOOMS.indexOf(at) + steps))] ?? 100)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'PageDown' || event.key === 'ArrowRight') turn(1)
    else if (event.key === 'PageUp' || event.key === 'ArrowLeft') turn(-1)
    else if (event.key === '+') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    // The browser would print the viewer and the visible part of the page.
    else if (event.key === 'p' && (event.ctrlKey || event.metaKey) && printable(kind) && address) printFile(address)
    else return
    event.preventDefault()
  }
  const download = () => saveFile(file)
  const format = file.name.split('.').at(-1)?.toUpperCase() ?? ''
  return (
    <dialog ref={dialog} className={styles.viewer} aria-label={file.title} onKeyDown={press}>
      <header className={styles.bar}>
        <div className={styles.name}>
          <h2 tabIndex={-1}>{file.title}</h2>
          <span>
            {file.title === file.name ? format : file.name} · {fileSize(file.content.size)}
            {pdf && (
              <>
                {' · '}
                <Trans>
                  Page {page} sur {pages}
                </Trans>
              </>
            )}
          </span>
        </div>
        {(kind === 'pdf' || kind === 'image') && (
          <div className={styles.middle}>
            {kind === 'pdf' && pages > 1 && (
              <>
                <IconButton
                  icon={ChevronLeft}
                  label={t`Page précédente`}
                  disabled={page === 1}
                  onClick={() => turn(-1)}
                />
                <span className={styles.count} aria-live="polite">
                  {page} / {pages}
                </span>
                <IconButton
                  icon={ChevronRight}
                  label={t`Page suivante`}
                  disabled={page === pages}
                  onClick={() => turn(1)}
                />
                <i aria-hidden />
              </>
            )}
            <IconButton icon={Minus} label={t`Réduire`} disabled={zoom === ZOOMS[0]} onClick={() => zoomBy(-1)} />
            <span className={styles.count} aria-live="polite">
              {percent(zoom)}
            </span>
            <IconButton icon={Plus} label={t`Agrandir`} disabled={zoom === ZOOMS.at(-1)} onClick={() => zoomBy(1)} />
          </div>
        )}
        <div className={styles.acts}>
          <IconButton icon={Download} label={t`Télécharger`} onClick={download} />
          {canShareFiles() && (
            <IconButton icon={Share2} label={t`Partager`} onClick={() => void shareFile(file, file.title)} />
          )}
          {printable(kind) && address && (
            <span className="from-tablet">
              <IconButton icon={Printer} label={t`Imprimer`} onClick={() => printFile(address)} />
            </span>
          )}
          <IconButton icon={X} label={t`Fermer`} onClick={closeFile} />
        </div>
      </header>
      <div className={styles.stage} {...scrolled} aria-label={t`Contenu du fichier`} aria-busy={kind === null}>
        {kind === null && (
          <div className={styles.opening}>
            <p className="sr" role="status">
              <Trans>Ouverture du fichier...</Trans>
            </p>
            {[9, 14, 22, 20, 22, 18, 22, 12].map((width, index) => (
              <SkeletonBlock key={index} width={width} />
            ))}
          </div>
        )}
        {kind === 'pdf' && pdf && <PdfPage key={page} pdf={pdf} page={page} zoom={zoom} />}
        {kind === 'image' && address && (
          <img
            className={styles.image}
            src={address}
            alt={file.title}
            style={{ width: `min(${zoom}%, ${(WIDEST_AT_100 * zoom) / 100}px)` }}
          />
        )}
        {kind === 'unknown' && (
          <div className={styles.unknown}>
            <span className={styles.tile}>
              <Icon shape={FileQuestion} />
            </span>
            <p className={styles.title}>
              <Trans>Fichier non reconnu</Trans>
            </p>
            <p>
              <Trans>
                Ce fichier ne peut pas être affiché ici. Téléchargez-le pour l’ouvrir avec une autre application.
              </Trans>
            </p>
            <Button variant="primary" icon={Download} onClick={download}>
              <Trans>Télécharger</Trans>
            </Button>
          </div>
        )}
      </div>
    </dialog>
  )
}

function PdfPage({ pdf, page, zoom }: { pdf: PdfPages; page: number; zoom: number }) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const [hasFailed, setFailed] = useState(false)
  const drawing = useRef(Promise.resolve())
  useEffect(() => {
    const surface = canvas.current
    const stage = surface?.parentElement
    if (!surface || !stage) return
    let newest = 0
    const draw = async (former: Promise<void>, width: number) => {
      newest += 1
      const number = newest
      // A canvas takes one drawing at a time. Of quick zooms, the last one is drawn.
      await former
      if (number !== newest) return
      try {
        setText(await pdf.draw(page, surface, width))
      } catch {
        setFailed(number === newest)
      }
    }
    let space = 0
    // Again when a phone is turned; not because of the bar that a long page needs to scroll.
    const fit = new ResizeObserver(() => {
      if (stage.offsetWidth === space) return
      space = stage.offsetWidth
      const width = (Math.min(stage.clientWidth - 32, WIDEST_AT_100) * zoom) / 100
      surface.style.width = `${width}px`
      drawing.current = draw(drawing.current, width)
    })
    fit.observe(stage)
    return () => {
      fit.disconnect()
      newest += 1
    }
  }, [pdf, page, zoom])
  return (
    <>
      {hasFailed && (
        <p role="alert">
          <Trans>Cette page ne peut pas être affichée.</Trans>
        </p>
      )}
      <canvas ref={canvas} className={styles.page} role="img" aria-label={t`Page ${page}`} />
      <p className="sr">{text}</p>
    </>
  )
}

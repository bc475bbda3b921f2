import { type DragEvent, useState } from 'react'

/** A drop target for files: whether files are dragged over it, and the listeners of its element. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const listeners = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, listeners }
}

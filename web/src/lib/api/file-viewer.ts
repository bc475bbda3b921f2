// Stores the file that is displayed over the page, if any.
import type { DownloadedFile } from './call.ts'
import { whenLeaving } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'

/** The title is what the file is called for people: `Relevé d’octobre 2026`. */
export type ViewedFile = DownloadedFile & { title: string }

const opened = createStore<ViewedFile | null>(null)
export const useOpenedFile = () => useStore(opened)

/** Without a title the name of the file stands for it: files of customers. */
export const viewFile = (file: DownloadedFile, title = file.name) => opened.set({ ...file, title })
export const closeFile = () => opened.set(null)

whenLeaving(closeFile)

export type FileKind = 'pdf' | 'image' | 'unknown'

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** Detects the type of a file by its first bytes: PDF, JPEG and PNG can be displayed. */
export async function kindOf(content: Blob): Promise<FileKind> {
  const bytes = new Uint8Array(await content.slice(0, 8).arrayBuffer())
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf'
  if (startsWith(bytes, [0xff, 0xd8, 0xff]) || startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return 'image'
  return 'unknown'
}

import { useOpenedFile } from '../../lib/api/file-viewer.ts'
import { lazyPart } from '../lazy-part.tsx'

const FileViewer = lazyPart(async () => (await import('./FileViewer.tsx')).FileViewer)

/** Displays files over the page. */
export function FileViewerHost() {
  const file = useOpenedFile()
  return file && <FileViewer key={file.name} file={file} />
}

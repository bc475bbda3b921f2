import { useOpenedFile } from '../../lib/api/file-viewer.ts'
import { lazyPart } from '../lazy-part.tsx'
import { onRequest } from '../on-request/catalogue.ts'

const FileViewer = lazyPart(async () => (await import('./FileViewer.tsx')).FileViewer, onRequest)

/** Displays files over the page. */
export function FileViewerHost() {
  const file = useOpenedFile()
  return file && <FileViewer key={file.name} file={file} />
}

import { MAX_FILE_BYTES } from 'contract/endpoint.ts'
import { problems } from 'contract/problems.ts'
import { commonRefusals } from 'contract/refusals/common.ts'
import { kindOf } from '../../lib/api/file-viewer.ts'
import { translate } from '../../lib/language.ts'

/** What the server would refuse about a file and the browser can check: that it has content, its first bytes and its size. */
export async function fileProblem(file: File, kinds: 'pdf' | 'all' = 'all'): Promise<string | null> {
  if (file.size === 0) return translate(problems.file_empty)
  const kind = await kindOf(file)
  if (kinds === 'pdf' && kind !== 'pdf') return translate(problems.pdf_type)
  if (kind === 'unknown') return translate(problems.file_type)
  return file.size > MAX_FILE_BYTES ? translate(commonRefusals.file_too_large) : null
}

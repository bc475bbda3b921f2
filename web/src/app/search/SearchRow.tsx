import { textIn } from 'contract/values/identity.ts'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../../lib/language.ts'
import { Identity } from '../../shell/Identity.tsx'
import { Marked } from '../../shell/Marked.tsx'
import { IdentityAvatar, IdentityRow } from '../../ui/data/Identity.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './SearchDialog.module.css'
import type { Result } from './use-results.tsx'

/** One result, with the searched text marked in its name. */
export function SearchRow({ result, searched }: { result: Result; searched: string }): ReactNode {
  const language = useLanguage()
  if ('more' in result)
    return (
      <span className={styles.more}>
        {result.more} <Icon shape={ArrowRight} size="sm" />
      </span>
    )
  if ('icon' in result)
    return (
      <IdentityRow
        avatar={<IdentityAvatar tint="brand" size="sm" icon={result.icon} />}
        name={<Marked text={result.name} searched={searched} />}
        memo={result.detail}
      />
    )
  const { identity, detail, end } = result
  const memo = identity.memo === null ? null : textIn(identity.memo, language)
  return (
    <Identity
      identity={identity}
      size="sm"
      title={(name) => <Marked text={name} searched={searched} />}
      detail={[detail, memo].filter(Boolean).join(' · ')}
      end={end}
    />
  )
}

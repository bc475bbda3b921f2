import { Trans, useLingui } from '@lingui/react/macro'
import type { RulesInForce } from 'contract/transfers/signing-rules.ts'
import { useState } from 'react'
import { ofName } from '../../lib/language.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { RulesModal } from './RulesModal.tsx'
import styles from './RulesView.module.css'
import { useSendRules } from './use-send-rules.ts'

/** Assigns validators to group A and group B. */
export function GroupsModal({ inForce, onClose }: { inForce: RulesInForce; onClose: () => void }) {
  const { t } = useLingui()
  const { send, call } = useSendRules(inForce, onClose)
  const [groups, setGroups] = useState(inForce.rules.groups)
  const validators = inForce.people.filter(({ may_validate }) => may_validate)
  const groupOf = (id: string) => groups.find(({ user_id }) => user_id === id)?.group ?? 'none'
  const put = (id: string, group: 'A' | 'B' | 'none') => {
    const others = groups.filter(({ user_id }) => user_id !== id)
    setGroups(group === 'none' ? others : [...others, { user_id: id, group }])
  }
  return (
    <RulesModal
      title={t`Groupes de signature`}
      hasSecond={inForce.has_second}
      isCompany={inForce.is_company}
      form={{ call, isDirty: groups !== inForce.rules.groups }}
      onSubmit={() => send({ ...inForce.rules, groups })}
      onClose={onClose}
    >
      <p className="muted">
        <Trans>Quand une règle demande une signature A et une B, une personne de chaque groupe signe.</Trans>
      </p>
      <div className={styles.people}>
        {validators.map(({ user_id, name }) => (
          <div key={user_id} className={styles.person}>
            <span>{name}</span>
            <Segmented
              label={t`Groupe ${ofName(name)}`}
              value={groupOf(user_id)}
              options={[
                { value: 'none' as const, label: t`Aucun` },
                { value: 'A' as const, label: 'A' },
                { value: 'B' as const, label: 'B' },
              ]}
              onChange={(group) => put(user_id, group)}
            />
          </div>
        ))}
        {validators.length === 0 && (
          <p>
            <Trans>Personne ne peut valider sur ce compte.</Trans>
          </p>
        )}
      </div>
    </RulesModal>
  )
}

import { useLingui } from '@lingui/react/macro'
import { capabilityLabels, rightLabels } from 'contract/access/access-labels.ts'
import { capabilities, rights } from 'contract/rights.ts'
import { capabilitiesWithin, type Grant, inOrder, roleNames, roleOf, roles } from 'contract/roles.ts'
import { useLanguage } from '../../lib/language.ts'
import { Checks } from '../../ui/fields/Checks.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useRoleName } from './access-labels.ts'

type Props = {
  grant: Grant
  onChange: (grant: Grant) => void
  errors: { rights: string | null; capabilities: string | null }
}

const toggled = <T extends string>(list: readonly T[], value: T, isChosen: boolean) =>
  isChosen ? [...list, value] : list.filter((one) => one !== value)

/**
 * A predefined role or individual rights: selecting a role ticks its boxes, and changing a box selects individual
 * rights.
 */
export function GrantFields({ grant, onChange, errors }: Props) {
  const { t } = useLingui()
  const lang = useLanguage()
  const roleName = useRoleName()
  const role = roleOf(grant)
  const usable = new Set<string>(capabilitiesWithin(grant.rights))
  const options = [...roleNames, ...(role ? [] : (['custom'] as const))].map((value) => ({
    value,
    label: roleName(value === 'custom' ? null : value),
  }))
  return (
    <>
      <SelectField
        name="role"
        label={t`Rôle`}
        help={t`Un rôle coche les cases ci-dessous ; vous pouvez les ajuster.`}
        value={role ?? 'custom'}
        options={options}
        onChange={(value) => value !== 'custom' && onChange(inOrder(roles[value]))}
      />
      <Checks
        legend={t`Rubriques visibles`}
        options={rights.map((value) => ({ value, label: rightLabels[value][lang] }))}
        chosen={grant.rights}
        error={errors.rights}
        onChange={(value, isChosen) => {
          const own = toggled(grant.rights, value, isChosen)
          const able = capabilitiesWithin(own).filter((capability) => grant.capabilities.includes(capability))
          onChange(inOrder({ rights: own, capabilities: able }))
        }}
      />
      <Checks
        legend={t`Habilitations`}
        options={capabilities.map((value) => ({
          value,
          label: capabilityLabels[value][lang],
          isDisabled: !usable.has(value),
        }))}
        chosen={grant.capabilities}
        error={errors.capabilities}
        onChange={(value, isChosen) =>
          onChange(inOrder({ ...grant, capabilities: toggled(grant.capabilities, value, isChosen) }))
        }
      />
    </>
  )
}

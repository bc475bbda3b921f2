import { changeLanguage, useLanguage } from '../lib/language.ts'
import { Segmented } from '../ui/fields/Segmented.tsx'

/** Each language by its own name. */
export function LanguageSwitch() {
  return (
    <Segmented
      label="Langue / Language"
      value={useLanguage()}
      options={[
        { value: 'fr', label: 'Français', lang: 'fr' },
        { value: 'en', label: 'English', lang: 'en' },
      ]}
      onChange={(lang) => void changeLanguage(lang)}
    />
  )
}

import { useLingui } from '@lingui/react/macro'
import type { Language } from 'contract/language.ts'
import { type Theme, updatePreferences } from 'contract/access/session.ts'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { announce } from '../../lib/banners.ts'
import { call } from '../../lib/api/call.ts'
import { changeLanguage, useLanguage } from '../../lib/language.ts'
import { changeTheme, useTheme } from '../../lib/theme.ts'

// Applied here at once; the server stores it for other devices, and an error of that call is ignored.
const notifyServer = (body: { lang?: Language; theme?: Theme }) =>
  void call(updatePreferences, { body }).catch(() => null)

async function chooseLanguage(lang: Language): Promise<void> {
  await changeLanguage(lang)
  notifyServer({ lang })
  announce(i18n._(msg`La langue a bien été modifiée.`))
}

function chooseTheme(theme: Theme): void {
  changeTheme(theme)
  notifyServer({ theme })
}

/** Language and theme, as menus and fields offer them. */
export function usePreferences() {
  const { t } = useLingui()
  const language = useLanguage()
  const theme = useTheme()
  const languageNames: [Language, string][] = [
    ['fr', 'Français'],
    ['en', 'English'],
  ]
  const themeNames: [Theme, string, LucideIcon][] = [
    ['light', t`Clair`, Sun],
    ['dark', t`Sombre`, Moon],
    ['system', t`Comme l’appareil`, Monitor],
  ]
  return {
    languages: languageNames.map(([value, label]) => ({
      value,
      label,
      lang: value,
      isChosen: value === language,
      choose: () => void chooseLanguage(value),
    })),
    themes: themeNames.map(([value, label, icon]) => ({
      value,
      label,
      icon,
      isChosen: value === theme,
      choose: () => chooseTheme(value),
    })),
  }
}

import { Trans } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { useEffect } from 'react'
import { brand } from '../../lib/brand.ts'
import { LanguageSwitch } from '../../shell/LanguageSwitch.tsx'
import { Logo } from '../../shell/Logo.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BrandPattern } from '../../ui/BrandPattern.tsx'
import styles from './LoginLayout.module.css'
import { prefetchHome } from '../live/prefetch-home.ts'

export function LoginLayout() {
  useEffect(prefetchHome, [])
  return (
    <div className={styles.layout}>
      <div className={styles.form}>
        <header className={styles.head}>
          <Logo />
          <LanguageSwitch />
        </header>
        <main className={styles.main}>
          <Outlet />
        </main>
        <div className={styles.foot} />
      </div>
      <div className={styles.side}>
        <BrandPattern className={styles.brandPattern} />
      </div>
      <aside className={styles.tip}>
        <p className={styles.tipTitle}>
          <Trans>Votre mot de passe ne se partage pas</Trans>
        </p>
        <p>
          <Trans>Aucun agent de la banque ne vous le demandera, ni par téléphone, ni par SMS, ni par WhatsApp.</Trans>
        </p>
        <p className={styles.help}>
          <Icon shape={Phone} size="sm" />
          <span className="num">
            <Trans>
              Besoin d’aide ? Appelez le{' '}
              <a className="link nowrap" href={`tel:${brand.helpLine.replaceAll(' ', '')}`}>
                {brand.helpLine}
              </a>
            </Trans>
          </span>
        </p>
      </aside>
    </div>
  )
}

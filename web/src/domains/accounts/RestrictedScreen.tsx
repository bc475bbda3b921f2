import { Trans, useLingui } from '@lingui/react/macro'
import { Phone, Wallet } from 'lucide-react'
import { brand } from '../../lib/brand.ts'
import { useScreenTitle } from '../../shell/use-screen-title.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tile } from '../../ui/Tile.tsx'
import styles from './plain-screen.module.css'

/** The screen of a user without any account. */
export function RestrictedScreen() {
  const { t } = useLingui()
  const title = useScreenTitle(t`Accès restreint`)
  return (
    <>
      <Tile icon={Wallet} size="lg" className={styles.picture} />
      <h1 className="h1" ref={title} tabIndex={-1}>
        <Trans>Aucun compte n’est rattaché à votre identifiant</Trans>
      </h1>
      <p className={styles.text}>
        <Trans>
          Votre identifiant fonctionne, mais aucun compte n’y est encore associé. Votre agence peut le faire en quelques
          minutes, avec votre pièce d’identité.
        </Trans>
      </p>
      <Contact />
    </>
  )
}

export function Contact() {
  return (
    <div className={styles.contact}>
      <p>
        <b className="strong">{brand.name}</b>
        <br />
        <span className="muted small num">{brand.helpLine}</span>
      </p>
      <a className={buttonClass({ size: 'sm' })} href={`tel:${brand.helpLine.replaceAll(' ', '')}`}>
        <Icon shape={Phone} size="sm" />
        <Trans>Appeler</Trans>
      </a>
    </div>
  )
}

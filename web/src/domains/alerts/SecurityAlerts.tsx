import { Trans, useLingui } from '@lingui/react/macro'
import { securityKinds } from 'contract/access/alerts.ts'
import { Checks } from '../../ui/fields/Checks.tsx'
import { useSecurityKinds } from './alert-labels.ts'
import styles from './alerts.module.css'

/** The alerts that cannot be switched off. */
export function SecurityAlerts() {
  const { t } = useLingui()
  const names = useSecurityKinds()
  return (
    <section>
      <h3 className={styles.group}>
        <Trans>Sécurité, toujours</Trans>
      </h3>
      <p className="small muted">
        <Trans>
          Si quelqu’un prenait votre accès, il couperait d’abord ces alertes : elles ne se désactivent pas. Leurs
          e-mails et leurs notifications partent tout de suite, même pendant vos heures de silence.
        </Trans>
      </p>
      <Checks
        legend={t`Sécurité, toujours`}
        isLegendHidden
        options={securityKinds.map((kind) => ({ value: kind, label: names[kind], isDisabled: true }))}
        chosen={securityKinds}
        onChange={() => {}}
      />
    </section>
  )
}

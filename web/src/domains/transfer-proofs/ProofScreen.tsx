import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { checkProof, type Proof } from 'contract/transfers/transfers.ts'
import { CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { callQuery } from '../../lib/api/query.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { Money } from '../../shell/Money.tsx'
import { useScreenTitle } from '../../shell/use-screen-title.ts'
import { Button } from '../../ui/Button.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './ProofScreen.module.css'

const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/

/** Normalises a typed code: spaces, hyphens, lower case, and characters that look like digits. */
const codeOf = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/gu, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Checks a proof of transfer, for anyone who holds it. */
export function ProofScreen() {
  const { t } = useLingui()
  const { code } = useParams({ strict: false })
  const navigate = useNavigate()
  const title = useScreenTitle(t`Vérifier une preuve de virement`)
  const [typed, setTyped] = useState(code ?? '')
  const [rejections, setRejections] = useState(0)
  const isWhole = CODE.test(codeOf(typed))
  return (
    <div className={styles.proof}>
      <h1 className="h1" ref={title} tabIndex={-1}>
        <Trans>Vérifier une preuve de virement</Trans>
      </h1>
      {code && <Answer code={codeOf(code)} />}
      <FormFrame
        onSubmit={() => (isWhole ? void navigate(paths.verifyProof(codeOf(typed))) : setRejections(rejections + 1))}
        form={{ rejections, hasProblems: rejections > 0 && !isWhole }}
        actions={
          <Button type="submit" variant={code ? 'secondary' : 'primary'}>
            <Trans>Vérifier</Trans>
          </Button>
        }
      >
        <TextField
          name="code"
          label={t`Code de la preuve`}
          help={t`Seize lettres et chiffres, au bas du document.`}
          error={rejections > 0 && !isWhole ? t`Ce code n’a pas seize lettres et chiffres.` : null}
          autoComplete="off"
          spellCheck={false}
          isNumeric
          value={typed}
          onChange={setTyped}
        />
      </FormFrame>
    </div>
  )
}

function Answer({ code }: { code: string }) {
  const { t } = useLingui()
  const found = useQuery({ ...callQuery(checkProof, { params: { code } }), enabled: CODE.test(code), retry: false })
  if (!CODE.test(code)) return <Unknown />
  if (found.isPending)
    return (
      <Skeleton>
        <SkeletonRows count={4} />
      </Skeleton>
    )
  if (!found.data) {
    const isUnknown = found.error instanceof CallError && found.error.status === 404
    return isUnknown ? (
      <Unknown />
    ) : (
      <InlineAlert tone="danger" title={found.error?.message ?? t`Une erreur est survenue.`} />
    )
  }
  return <Verified proof={found.data.answer} />
}

const Unknown = () => (
  <div className={styles.verdict} data-state="unknown" role="status">
    <Icon shape={CircleX} size="lg" />
    <p className="h3">
      <Trans>La banque ne connaît pas cette preuve</Trans>
    </p>
    <p className="muted">
      <Trans>Vérifiez le code. S’il est bien celui du document, ne vous y fiez pas.</Trans>
    </p>
  </div>
)

function Verified({ proof }: { proof: Proof }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const isReturned = proof.state === 'returned'
  return (
    <div className={styles.verdict} data-state={proof.state} role="status">
      <Icon shape={isReturned ? Undo2 : CircleCheck} size="lg" />
      <p className="h3">
        {isReturned ? (
          <Trans>Ce virement est revenu à son donneur d’ordre</Trans>
        ) : (
          <Trans>Cette preuve est authentique</Trans>
        )}
      </p>
      <p className="muted">
        <Trans>Comparez avec le document : {proof.bank_name} a enregistré ce virement.</Trans>
      </p>
      <DetailList
        facts={[
          { name: t`Montant`, value: <Money amount={proof.amount} currency={proof.currency} /> },
          ...(proof.credit_amount !== null && proof.credit_currency !== null
            ? [
                {
                  name: t`Reçu par le bénéficiaire`,
                  value: <Money amount={proof.credit_amount} currency={proof.credit_currency} />,
                },
              ]
            : []),
          { name: t`Donneur d’ordre`, value: proof.payer },
          { name: t`Bénéficiaire`, value: proof.payee },
          { name: t`Compte crédité`, value: `•••• ${proof.payee_account_end}` },
          { name: t`Date d’exécution`, value: longDate(fromPlainDate(proof.executed_on)) },
          { name: t`Référence`, value: proof.reference },
        ]}
      />
    </div>
  )
}

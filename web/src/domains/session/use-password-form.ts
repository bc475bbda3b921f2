import { useLingui } from '@lingui/react/macro'
import { FirstPassword, PasswordChange } from 'contract/access/passwords.ts'
import { problems } from 'contract/problems.ts'
import { isPersonalPassword } from 'contract/values/password.ts'
import { translate } from '../../lib/language.ts'
import { type FormCall, useForm } from '../../lib/forms/use-form.ts'

type Options = {
  /** Whether the current password is required: a link from an e-mail replaces it. */
  requiresCurrent: boolean
  /** Personal data that a password must not contain, as far as this page knows it. */
  owner?: readonly (string | null)[]
  call: FormCall
}

export type PasswordForm = ReturnType<typeof usePasswordForm>

/** The state of a form that sets a new password, typed twice. */
export function usePasswordForm({ requiresCurrent, owner = [], call }: Options) {
  const { t } = useLingui()
  const form = useForm({
    schema: requiresCurrent ? PasswordChange : FirstPassword,
    initial: { current: '', password: '', confirmation: '' },
    toInput: ({ current, password }) => ({ ...(requiresCurrent && { current }), password }),
    rules: ({ current, password, confirmation }) => ({
      ...(requiresCurrent && current === '' && { current: translate(problems.password_missing) }),
      ...(isPersonalPassword(password, owner) && { password: translate(problems.password_personal) }),
      ...(confirmation === '' && { confirmation: translate(problems.password_missing) }),
      ...(confirmation !== '' &&
        confirmation !== password && { confirmation: t`Les mots de passe ne correspondent pas` }),
    }),
    call,
  })
  return { ...form, requiresCurrent }
}

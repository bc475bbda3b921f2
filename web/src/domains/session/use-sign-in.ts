import { useRouter } from '@tanstack/react-router'
import { signIn, type User } from 'contract/access/session.ts'
import type { SecondStepRequired } from 'contract/access/second-step.ts'
import { useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { call, whenSessionEnded } from '../../lib/api/call.ts'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { paths } from '../../lib/paths.ts'
import { storeUser } from '../../lib/session/session.ts'

const KEY = 'connect.sign-in'

/** What the second step needs: the secret opens nothing without its answer, and ends after ten minutes. */
export type OpenStep = Pick<SecondStepRequired, 'methods' | 'sign_in'>

/** The step of this tab: a telephone drops the page while its owner reads the e-mail. */
function readStep(): OpenStep | null {
  const [sign_in, ...methods] = (readStored('sessionStorage', KEY) ?? '').split(' ')
  // Only this file writes it.
  return sign_in ? { sign_in, methods: methods as OpenStep['methods'] } : null
}

/** Signs in and opens the requested page, or the first section, without the query library, which this page does not load. */
export function useSignIn() {
  const router = useRouter()
  const [state, setState] = useState<{ isPending: boolean; error: Error | null }>({ isPending: false, error: null })
  const [secondStep, setSecondStep] = useState(readStep)

  const keepStep = (step: OpenStep | null) => {
    writeStored('sessionStorage', KEY, step && [step.sign_in, ...step.methods].join(' '))
    setSecondStep(step)
  }
  const enter = async (user: User) => {
    writeStored('sessionStorage', KEY, null)
    storeUser(user)
    await router.navigate({ ...paths.home(), replace: true })
  }
  /** True once the first section is open. */
  const attempt = async (open: () => Promise<User>): Promise<boolean> => {
    setState({ isPending: true, error: null })
    try {
      await whenSessionEnded()
      await enter(await open())
      setState({ isPending: false, error: null })
      return true
    } catch (error) {
      const needed = error instanceof CallError ? error.secondStep : null
      // A passkey that was not used leaves the step as it is: a code is still possible.
      if (needed) keepStep(needed)
      setState({
        isPending: false,
        error: needed ? null : error instanceof Error ? error : new Error(String(error)),
      })
      return false
    }
  }
  const submit = (id: string, password: string) =>
    attempt(async () => (await call(signIn, {}, { credentials: { id: id.trim(), password } })).answer)
  /** By a passkey, without id and password. */
  const submitPasskey = () => attempt(async () => (await import('./passkey-sign-in.ts')).signInWithPasskey())
  const forgetError = () => setState({ isPending: false, error: null })
  return { ...state, submit, submitPasskey, forgetError, enter, secondStep, leaveSecondStep: () => keepStep(null) }
}

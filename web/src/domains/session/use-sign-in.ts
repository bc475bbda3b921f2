import { useRouter } from '@tanstack/react-router'
import { signIn, type User } from 'contract/access/session.ts'
import type { SecondStepRequired } from 'contract/access/second-step.ts'
import { useState } from 'react'
import { CallError } from '../../lib/api/call-error.ts'
import { call, whenSessionEnded } from '../../lib/api/call.ts'
import { paths } from '../../lib/paths.ts'
import { welcome } from '../../lib/session/session.ts'

/** Signs in and opens the requested page, or the first section, without the query library, which this page does not load. */
export function useSignIn() {
  const router = useRouter()
  const [state, setState] = useState<{ isPending: boolean; error: Error | null }>({ isPending: false, error: null })
  const [secondStep, setSecondStep] = useState<SecondStepRequired | null>(null)

  const enter = async (user: User) => {
    welcome(user)
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
      if (needed) setSecondStep(needed)
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
  return { ...state, submit, submitPasskey, enter, secondStep, leaveSecondStep: () => setSecondStep(null) }
}

import { useRouter } from '@tanstack/react-router'
import { signIn } from 'contract/access/session.ts'
import { useState } from 'react'
import { call, whenSessionEnded } from '../../lib/api/call.ts'
import { paths } from '../../lib/paths.ts'
import { welcome } from '../../lib/session/session.ts'

/** Signs in and opens the requested page, or the first section, without the query library, which this page does not load. */
export function useSignIn() {
  const router = useRouter()
  const [state, setState] = useState<{ isPending: boolean; error: Error | null }>({ isPending: false, error: null })

  const enter = async (id: string, password: string) => {
    await whenSessionEnded()
    const { answer: user } = await call(signIn, {}, { credentials: { id: id.trim(), password } })
    welcome(user)
    await router.navigate({ ...paths.home(), replace: true })
  }
  /** True once the first section is open. */
  const submit = async (id: string, password: string): Promise<boolean> => {
    setState({ isPending: true, error: null })
    try {
      await enter(id, password)
      setState({ isPending: false, error: null })
      return true
    } catch (error) {
      setState({ isPending: false, error: error instanceof Error ? error : new Error(String(error)) })
      return false
    }
  }
  return { ...state, submit }
}

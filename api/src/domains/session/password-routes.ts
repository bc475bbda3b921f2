import * as contract from 'contract/access/passwords.ts'
import type { Serve } from '../../http/serve.ts'
import { requestPasswordLink } from './request-password-link.ts'
import type { PasswordPorts } from './check-password.ts'
import { changePassword, getPasswordLink, type OnPasswordSet, setPassword } from './set-password.ts'

export function passwordRoutes(serve: Serve, ports: PasswordPorts & { onPasswordSet: OnPasswordSet }) {
  serve(contract.requestPasswordLink, async ({ body, raw }) => {
    await requestPasswordLink(ports, { login: body.id, address: raw.ip })
    return null
  })
  serve(contract.getPasswordLink, ({ params }) => getPasswordLink(ports, params.token))
  serve(contract.setPassword, async ({ params, body, raw }) => {
    await setPassword(ports, { ...params, ...body, address: raw.ip })
    return null
  })
  serve(contract.changePassword, async ({ caller, body }) => {
    await changePassword(ports, caller, body)
    return null
  })
}

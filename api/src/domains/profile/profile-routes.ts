import * as factors from 'contract/access/factors.ts'
import * as contract from 'contract/access/profile.ts'
import { getPicture as getPictureCall } from 'contract/access/session.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Passwords } from '../../adapters/passwords.ts'
import type { WebAuthn } from '../../adapters/webauthn.ts'
import { changeContact } from './change-contact.ts'
import { confirmEmail, sendEmailCode } from './confirm-email.ts'
import { changePicture, getPicture, deletePicture } from './change-picture.ts'
import { activateCodes, getFactors, prepareCodes, removeCodes, renewRecoveryCodes } from './manage-codes.ts'
import { addPasskey, preparePasskey, removePasskey, renamePasskey } from './manage-passkeys.ts'
import { listUserDevices, revokeDevice } from './user-devices.ts'
import { endOtherSessions, endUserSession, getLastSignIn, listUserSessions } from './user-sessions.ts'

type Ports = { db: Db; clock: Clock; passwords: Passwords; webAuthn: WebAuthn }

function factorRoutes(serve: Serve, ports: Ports) {
  serve(factors.getFactors, ({ caller }) => getFactors(ports.db, caller))
  serve(factors.preparePasskey, ({ caller, confirmation }) => preparePasskey(ports, { caller, confirmation }))
  serve(factors.addPasskey, ({ caller, body }) => addPasskey(ports, { caller, ...body }))
  serve(factors.renamePasskey, async ({ caller, params, body }) => {
    await renamePasskey(ports, caller, params.id, body.name)
    return null
  })
  serve(factors.removePasskey, async ({ caller, confirmation, params }) => {
    await removePasskey(ports, { caller, confirmation, id: params.id })
    return null
  })
  serve(factors.prepareCodes, ({ caller, confirmation }) => prepareCodes(ports, { caller, confirmation }))
  serve(factors.activateCodes, ({ caller, body }) => activateCodes(ports, caller, body.code))
  serve(factors.removeCodes, async ({ caller, confirmation }) => {
    await removeCodes(ports, { caller, confirmation })
    return null
  })
  serve(factors.renewRecoveryCodes, ({ caller, confirmation }) => renewRecoveryCodes(ports, { caller, confirmation }))
}

export function profileRoutes(serve: Serve, ports: Ports) {
  factorRoutes(serve, ports)
  serve(contract.updateUser, ({ caller, confirmation, body }) =>
    changeContact(ports, { caller, confirmation, contact: body }),
  )
  serve(contract.sendEmailCode, async ({ caller }) => {
    await sendEmailCode(ports, caller)
    return null
  })
  serve(contract.confirmEmail, async ({ caller, body }) => {
    await confirmEmail(ports, caller, body.code)
    return null
  })
  serve(contract.listSessions, ({ caller }) => listUserSessions(ports, caller))
  serve(contract.getLastSignIn, ({ caller }) => getLastSignIn(ports, caller))
  serve(contract.listDevices, ({ caller }) => listUserDevices(ports, caller))
  serve(contract.revokeDevice, async ({ caller, params }) => {
    await revokeDevice(ports, caller, params.id)
    return null
  })
  serve(contract.endUserSession, async ({ caller, params }) => {
    await endUserSession(ports, caller, params.id)
    return null
  })
  serve(contract.endOtherSessions, async ({ caller }) => {
    await endOtherSessions(ports, caller)
    return null
  })
  serve(contract.setPicture, async ({ caller, files }) => {
    await changePicture(ports, caller, files.picture)
    return null
  })
  serve(contract.removePicture, async ({ caller }) => {
    await deletePicture(ports, caller)
    return null
  })
  serve(getPictureCall, ({ caller }) => getPicture(ports.db, caller))
}

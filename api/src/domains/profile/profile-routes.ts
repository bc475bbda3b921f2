import * as contract from 'contract/access/profile.ts'
import { getPicture as getPictureCall } from 'contract/access/session.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { changeContact } from './change-contact.ts'
import { changePicture, getPicture, deletePicture } from './change-picture.ts'
import { endOtherSessions, endUserSession, listUserSessions } from './user-sessions.ts'

export function profileRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.updateUser, async ({ caller, confirmation, body }) => {
    await changeContact(ports, { caller, confirmation, contact: body })
    return null
  })
  serve(contract.listSessions, ({ caller }) => listUserSessions(ports, caller))
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

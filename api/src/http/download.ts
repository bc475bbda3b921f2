// Every file that leaves goes through here: as a download, under a name that no header can be forged with.
import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

export type Download = { file_name: string; media_type: string; content: Buffer | Readable }

/** Sends a file. Its name is given in plain ASCII and, where it has more, in UTF-8 (RFC 6266). */
export function sendDownload(reply: FastifyReply, { file_name, media_type, content }: Download): FastifyReply {
  void reply.header('Content-Type', media_type).header('Content-Disposition', create(file_name))
  return reply.send(content)
}

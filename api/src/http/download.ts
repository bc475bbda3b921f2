// Sends files as downloads, with a name that cannot forge a header. Every file is sent by this module.
import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

export type Download = { file_name: string; media_type: string; content: Buffer | Readable }

/** Sends a file. Its name is given in ASCII and, if it has other characters, in UTF-8 (RFC 6266). */
export function sendDownload(reply: FastifyReply, { file_name, media_type, content }: Download): FastifyReply {
  void reply.header('Content-Type', media_type).header('Content-Disposition', create(file_name))
  return reply.send(content)
}

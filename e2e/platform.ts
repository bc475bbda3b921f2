// Acts for people outside the bank: the control port of the simulated platform of instant payments.

/** Calls the simulator, as docs/decisions/0084-the-aip-and-its-simulator.md lists; throws for what it refuses. */
export async function outside(path: `/demo/${string}`, body: object): Promise<Record<string, string>> {
  const reply = await fetch(`${process.env.CONNECT_PLATFORM}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
  return JSON.parse(text) as Record<string, string>
}

// Acts for people outside the bank: the control port of the simulated platform of instant payments.

/** Calls the simulator, as docs/decisions/0084-the-aip-and-its-simulator.md lists; throws for what it refuses. */
export async function outside(path: `/demo/${string}`, body: object): Promise<void> {
  const reply = await fetch(`${process.env.CONNECT_PLATFORM}${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
}

// Three machines with etcd, Patroni and PostgreSQL, and haproxy before them as in deploy/haproxy/postgresql.cfg.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, BASE, HOME, LOGS, type Node, NODES, Program, run, setCable, setPeers } from './machine.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
/** Large enough for the drill, and small enough to be filled in a moment. */
const DISK = '1200M'
const project = join(import.meta.dirname, '../../../..')

export const PRIMARY_PORT = 5000
export const STANDBY_PORT = 5001
export const SUPERUSER = 'postgresql://postgres:su'

const folderOf = (node: Node) => join(BASE, `node${node}`)
const dataOf = (node: Node) => join(folderOf(node), 'data')

const patroniSettings = (node: Node) => `
scope: connect
name: node${node}
restapi: { listen: '${addressOf(node)}:8008', connect_address: '${addressOf(node)}:8008' }
etcd: { hosts: [${NODES.map((other) => `'${addressOf(other)}:2379'`).join(', ')}] }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 3
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    primary_start_timeout: 0
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        wal_keep_size: 128MB
        max_wal_size: 192MB
        min_wal_size: 80MB
        max_slot_wal_keep_size: 256MB
        max_connections: 150
        shared_buffers: 128MB
        wal_sender_timeout: 10s
        wal_receiver_timeout: 10s
        wal_retrieve_retry_interval: 1s
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
        tcp_user_timeout: 10s
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
postgresql:
  listen: '*:5432'
  connect_address: '${addressOf(node)}:5432'
  data_dir: ${dataOf(node)}
  bin_dir: ${BINARIES}
  pgpass: ${folderOf(node)}/pgpass
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  parameters: { unix_socket_directories: '${folderOf(node)}' }
  authentication:
    replication: { username: replicator, password: rep }
    superuser: { username: postgres, password: su }
    rewind: { username: rewinder, password: rew }
  pg_hba:
    - local all all trust
    - host all all 10.77.0.0/24 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 10.77.0.0/24 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
`

/** The documented settings with the addresses of the drill. */
export function deployed(file: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  let text = readFileSync(join(project, 'deploy', file), 'utf8')
  for (const [from, to] of changes) {
    if (!(typeof from === 'string' ? text.includes(from) : from.test(text)))
      throw new Error(`deploy/${file} has no ${String(from)}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Whether Patroni reports this role for a node. */
async function isA(role: 'primary' | 'replica' | 'synchronous', node: Node): Promise<boolean> {
  try {
    const reply = await fetch(`http://${addressOf(node)}:8008/${role}`, { signal: AbortSignal.timeout(1_500) })
    await reply.arrayBuffer()
    return reply.status === 200
  } catch {
    return false
  }
}

async function nodesThatAre(role: 'primary' | 'replica' | 'synchronous'): Promise<Node[]> {
  const answers = await Promise.all(NODES.map(async (node) => ((await isA(role, node)) ? node : null)))
  return answers.filter((node) => node !== null)
}

export class DatabaseCluster {
  private readonly etcd: Map<Node, Program>
  private readonly patroni: Map<Node, Program>
  private readonly proxy = new Program({
    name: 'haproxy-postgresql',
    command: 'haproxy',
    args: ['-db', '-f', join(BASE, 'postgresql.cfg')],
  })

  constructor() {
    const members = NODES.map((node) => `node${node}=http://${addressOf(node)}:2380`).join(',')
    const own = (node: Node, port: number) => `http://${addressOf(node)}:${port}`
    this.etcd = new Map(
      NODES.map((node) => [
        node,
        new Program({
          name: `etcd${node}`,
          command: 'etcd',
          node,
          args: [
            `--name=node${node}`,
            `--data-dir=${join(BASE, `etcd${node}`)}`,
            '--enable-v2=true',
            `--listen-peer-urls=${own(node, 2380)}`,
            `--initial-advertise-peer-urls=${own(node, 2380)}`,
            `--listen-client-urls=${own(node, 2379)}`,
            `--advertise-client-urls=${own(node, 2379)}`,
            `--initial-cluster=${members}`,
            '--heartbeat-interval=200',
            '--election-timeout=2000',
            // A member that comes back does not depose the others' leader.
            '--pre-vote=true',
          ],
        }),
      ]),
    )
    this.patroni = new Map(
      NODES.map((node) => [
        node,
        new Program({
          name: `patroni${node}`,
          command: 'patroni',
          args: [join(BASE, `patroni${node}.yml`)],
          node,
          isPostgres: true,
        }),
      ]),
    )
  }

  async open(): Promise<void> {
    for (const node of NODES) {
      const image = join(process.env['DRILL_DISKS'] ?? '/var/tmp', `connect-drill-${process.ppid}-${node}`)
      await run('truncate', '-s', DISK, image)
      try {
        await run('mkfs.ext4', '-q', '-m', '0', image)
        await run('mkdir', '-p', folderOf(node))
        await run('mount', '-o', 'loop', image, folderOf(node))
      } finally {
        // The mount keeps the file open: without a name it is deleted when the drill ends, whatever ends it.
        rmSync(image)
      }
      await run('chown', 'postgres:postgres', folderOf(node))
      writeFileSync(join(BASE, `patroni${node}.yml`), patroniSettings(node))
    }
    writeFileSync(
      join(BASE, 'postgresql.cfg'),
      deployed('haproxy/postgresql.cfg', [
        ...NODES.map((node) => [`10.0.2.1${node}`, addressOf(node)] as const),
        ['bind :', `bind ${HOME}:`],
      ]),
    )
    for (const etcd of this.etcd.values()) etcd.start()
    await pause(2_000)
    for (const patroni of this.patroni.values()) patroni.start()
    this.proxy.start()
    if (!(await this.isWhole(120_000))) throw new Error(`the cluster does not start: see ${LOGS}`)
  }

  /** Waits until there are a primary and two standbys, one of them synchronous. Answers after how many seconds; null: not in time. */
  async isWhole(limitMs: number): Promise<number | null> {
    const startedAt = performance.now()
    while (performance.now() - startedAt < limitMs) {
      const [primaries, replicas, synchronous] = await Promise.all([
        nodesThatAre('primary'),
        nodesThatAre('replica'),
        nodesThatAre('synchronous'),
      ])
      if (primaries.length === 1 && replicas.length === 2 && synchronous.length >= 1)
        return (performance.now() - startedAt) / 1000
      await pause(500)
    }
    return null
  }

  async leader(): Promise<Node> {
    for (let attempt = 0; attempt < 120; attempt += 1) {
      const [node] = await nodesThatAre('primary')
      if (node !== undefined) return node
      await pause(500)
    }
    throw new Error('the cluster has no primary')
  }

  async synchronousStandby(): Promise<Node> {
    for (let attempt = 0; attempt < 120; attempt += 1) {
      const [node] = await nodesThatAre('synchronous')
      if (node !== undefined) return node
      await pause(500)
    }
    throw new Error('the cluster has no synchronous standby')
  }

  async standbys(): Promise<Node[]> {
    const leader = await this.leader()
    return NODES.filter((node) => node !== leader)
  }

  /** The processes of PostgreSQL on a machine, the postmaster first. */
  private async processesOf(node: Node): Promise<number[]> {
    let postmaster: string
    try {
      postmaster = readFileSync(join(dataOf(node), 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
      if (!readFileSync(`/proc/${postmaster}/cmdline`, 'utf8').includes(dataOf(node))) return []
    } catch {
      return []
    }
    const children = await run('ps', '-o', 'pid=', '--ppid', postmaster).catch(() => '')
    return [postmaster, ...children.split('\n')].map(Number).filter((pid) => pid > 0)
  }

  async signalPostgres(node: Node, signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.processesOf(node))
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
  }

  /** Signals Patroni, PostgreSQL and, with `withEtcd`, etcd. */
  async signalMachine(node: Node, signal: NodeJS.Signals, { withEtcd }: { withEtcd: boolean }): Promise<void> {
    this.patroni.get(node)?.signal(signal)
    if (withEtcd) this.etcd.get(node)?.signal(signal)
    await this.signalPostgres(node, signal)
  }

  /** Starts what does not run on a machine. */
  start(node: Node): void {
    this.etcd.get(node)?.start()
    this.patroni.get(node)?.start()
  }

  disconnect = (node: Node) => setCable(node, 'down')
  reconnect = (node: Node) => setCable(node, 'up')

  /** Cuts a node off etcd and the other nodes, while clients still reach it. */
  async disconnectFromPeers(node: Node): Promise<void> {
    this.etcd.get(node)?.signal('SIGSTOP')
    await setPeers(node, 'cut off')
  }

  async reconnectToPeers(node: Node): Promise<void> {
    await setPeers(node, 'reachable')
    this.etcd.get(node)?.signal('SIGCONT')
  }

  async switchover(leader: Node, candidate: Node): Promise<void> {
    const reply = await fetch(`http://${addressOf(leader)}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: `node${leader}`, candidate: `node${candidate}` }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`the switchover was refused: ${text}`)
  }

  /** Leaves no byte free on the disk of a node. */
  async fillDisk(node: Node): Promise<void> {
    await run('dd', 'if=/dev/zero', `of=${folderOf(node)}/filling`, 'bs=64k').catch(() => undefined)
    await run('dd', 'if=/dev/zero', `of=${folderOf(node)}/rest`, 'bs=512').catch(() => undefined)
  }

  async emptyDisk(node: Node): Promise<void> {
    await run('rm', '-f', join(folderOf(node), 'filling'), join(folderOf(node), 'rest'))
  }

  async addressOfPrimary(): Promise<string> {
    return `${addressOf(await this.leader())}:5432`
  }
}

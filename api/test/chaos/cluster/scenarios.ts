// The faults of the drill. Each one happens, lasts, and is repaired.
import { setTimeout as pause } from 'node:timers/promises'
import type { BankProcesses, ProxyName } from './bank-processes.ts'
import { setClock } from './bank-processes.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Node } from './machine.ts'

export type Stage = { cluster: DatabaseCluster; bank: BankProcesses; leader: Node; standby: Node }
type Action = (stage: Stage) => Promise<unknown> | void
export type Scenario = {
  name: string
  /** The duration of the fault. */
  seconds: number
  begin: Action
  repair?: Action
  /** The proxy that customers use during the fault; haproxy by default. */
  proxy?: ProxyName
  /** Nothing can be stored while it lasts, whatever the bank does: orders are refused, pages are answered. */
  isWithoutQuorum?: boolean
}

const onStandbys = async ({ cluster }: Stage, act: (node: Node) => Promise<unknown>) => {
  for (const node of await cluster.standbys()) await act(node)
}

export const scenarios: { readonly [key: string]: Scenario } = {
  calm: { name: 'none', seconds: 15, begin: () => undefined },
  'kill-leader': {
    name: 'kill -9: Patroni and PostgreSQL of the leader',
    seconds: 28,
    begin: ({ cluster, leader }) => cluster.signalMachine(leader, 'SIGKILL', { withEtcd: false }),
    repair: ({ cluster, leader }) => cluster.start(leader),
  },
  'kill-leader-machine': {
    name: 'kill -9: everything on the leader, etcd too',
    seconds: 28,
    begin: ({ cluster, leader }) => cluster.signalMachine(leader, 'SIGKILL', { withEtcd: true }),
    repair: ({ cluster, leader }) => cluster.start(leader),
  },
  'kill-postgres': {
    name: 'kill -9: PostgreSQL of the leader',
    seconds: 15,
    begin: ({ cluster, leader }) => cluster.signalPostgres(leader, 'SIGKILL'),
  },
  'freeze-postgres': {
    name: 'SIGSTOP: PostgreSQL of the leader',
    seconds: 32,
    begin: ({ cluster, leader }) => cluster.signalPostgres(leader, 'SIGSTOP'),
    repair: ({ cluster, leader }) => cluster.signalPostgres(leader, 'SIGCONT'),
  },
  'freeze-leader': {
    name: 'SIGSTOP: everything on the leader',
    seconds: 32,
    begin: ({ cluster, leader }) => cluster.signalMachine(leader, 'SIGSTOP', { withEtcd: true }),
    repair: ({ cluster, leader }) => cluster.signalMachine(leader, 'SIGCONT', { withEtcd: true }),
  },
  switchover: {
    name: 'switchover',
    seconds: 15,
    begin: ({ cluster, leader, standby }) => cluster.switchover(leader, standby),
  },
  'cut-leader': {
    name: 'cable out of the leader',
    seconds: 32,
    begin: ({ cluster, leader }) => cluster.disconnect(leader),
    repair: ({ cluster, leader }) => cluster.reconnect(leader),
  },
  'cut-etcd': {
    name: 'leader cut off etcd and its peers, clients reach it',
    seconds: 32,
    begin: ({ cluster, leader }) => cluster.disconnectFromPeers(leader),
    repair: ({ cluster, leader }) => cluster.reconnectToPeers(leader),
  },
  'kill-standby': {
    name: 'kill -9: the synchronous standby',
    seconds: 12,
    begin: ({ cluster, standby }) => cluster.signalMachine(standby, 'SIGKILL', { withEtcd: false }),
    repair: ({ cluster, standby }) => cluster.start(standby),
  },
  'freeze-standby': {
    name: 'SIGSTOP: the synchronous standby',
    seconds: 25,
    begin: ({ cluster, standby }) => cluster.signalMachine(standby, 'SIGSTOP', { withEtcd: false }),
    repair: ({ cluster, standby }) => cluster.signalMachine(standby, 'SIGCONT', { withEtcd: false }),
  },
  'freeze-both-standbys': {
    name: 'SIGSTOP: PostgreSQL of both standbys',
    seconds: 30,
    begin: (stage) => onStandbys(stage, (node) => stage.cluster.signalPostgres(node, 'SIGSTOP')),
    repair: (stage) => onStandbys(stage, (node) => stage.cluster.signalPostgres(node, 'SIGCONT')),
    isWithoutQuorum: true,
  },
  'cut-both-standbys': {
    name: 'cables out of both standbys: etcd has no majority either',
    seconds: 30,
    begin: (stage) => onStandbys(stage, stage.cluster.disconnect),
    // The leader has given up by then: all nodes are reconnected.
    repair: async ({ cluster }) => {
      for (const node of [1, 2, 3] as const) await cluster.reconnect(node)
    },
    isWithoutQuorum: true,
  },
  'full-disk': {
    name: 'full disk of the leader',
    seconds: 30,
    begin: ({ cluster, leader }) => cluster.fillDisk(leader),
    repair: ({ cluster, leader }) => cluster.emptyDisk(leader),
  },
  'restart-servers': {
    name: 'rolling restart of the servers, haproxy',
    seconds: 5,
    begin: ({ bank }) => bank.restartOneByOne(),
  },
  'restart-servers-nginx': {
    name: 'rolling restart of the servers, nginx',
    seconds: 5,
    begin: ({ bank }) => bank.restartOneByOne(),
    proxy: 'nginx',
  },
  'kill-server': {
    name: 'kill -9: a server',
    seconds: 12,
    begin: ({ bank }) => bank.servers.a.signal('SIGKILL'),
  },
  'freeze-server': {
    name: 'SIGSTOP: a server',
    seconds: 25,
    begin: ({ bank }) => bank.servers.b.signal('SIGSTOP'),
    repair: ({ bank }) => bank.servers.b.signal('SIGCONT'),
  },
  'kill-worker': {
    name: 'kill -9: a worker',
    seconds: 8,
    begin: ({ bank }) => bank.workers[0]?.signal('SIGKILL'),
  },
  'kill-workers': {
    name: 'kill -9: both workers',
    seconds: 8,
    begin: ({ bank }) => {
      for (const worker of bank.workers) worker.signal('SIGKILL')
    },
  },
  drift: {
    name: 'clock of a server 60 s ahead',
    seconds: 20,
    begin: () => setClock('a', 60),
    repair: async () => {
      setClock('a', 0)
      await pause(1_000)
    },
  },
}

// The faults of the drill. Each one happens, lasts, and is mended.
import { setTimeout as pause } from 'node:timers/promises'
import type { BankProcesses, Front } from './bank-processes.ts'
import { setClock } from './bank-processes.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Node } from './machine.ts'

export type Stage = { cluster: DatabaseCluster; bank: BankProcesses; leader: Node; standby: Node }
type Deed = (stage: Stage) => Promise<unknown> | void
export type Scenario = {
  name: string
  /** How long it lasts. */
  seconds: number
  begin: Deed
  mend?: Deed
  /** Through which proxy customers come meanwhile. */
  front?: Front
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
    mend: ({ cluster, leader }) => cluster.start(leader),
  },
  'kill-leader-machine': {
    name: 'kill -9: everything on the leader, etcd too',
    seconds: 28,
    begin: ({ cluster, leader }) => cluster.signalMachine(leader, 'SIGKILL', { withEtcd: true }),
    mend: ({ cluster, leader }) => cluster.start(leader),
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
    mend: ({ cluster, leader }) => cluster.signalPostgres(leader, 'SIGCONT'),
  },
  'freeze-leader': {
    name: 'SIGSTOP: everything on the leader',
    seconds: 32,
    begin: ({ cluster, leader }) => cluster.signalMachine(leader, 'SIGSTOP', { withEtcd: true }),
    mend: ({ cluster, leader }) => cluster.signalMachine(leader, 'SIGCONT', { withEtcd: true }),
  },
  switchover: {
    name: 'switchover',
    seconds: 15,
    begin: ({ cluster, leader, standby }) => cluster.switchover(leader, standby),
  },
  'cut-leader': {
    name: 'cable out of the leader',
    seconds: 32,
    begin: ({ cluster, leader }) => cluster.cutCable(leader),
    mend: ({ cluster, leader }) => cluster.mendCable(leader),
  },
  'cut-etcd': {
    name: 'leader cut off etcd and its peers, clients reach it',
    seconds: 32,
    begin: ({ cluster, leader }) => cluster.cutFromPeers(leader),
    mend: ({ cluster, leader }) => cluster.mendPeers(leader),
  },
  'kill-standby': {
    name: 'kill -9: the synchronous standby',
    seconds: 12,
    begin: ({ cluster, standby }) => cluster.signalMachine(standby, 'SIGKILL', { withEtcd: false }),
    mend: ({ cluster, standby }) => cluster.start(standby),
  },
  'freeze-standby': {
    name: 'SIGSTOP: the synchronous standby',
    seconds: 25,
    begin: ({ cluster, standby }) => cluster.signalMachine(standby, 'SIGSTOP', { withEtcd: false }),
    mend: ({ cluster, standby }) => cluster.signalMachine(standby, 'SIGCONT', { withEtcd: false }),
  },
  'freeze-both-standbys': {
    name: 'SIGSTOP: PostgreSQL of both standbys',
    seconds: 30,
    begin: (stage) => onStandbys(stage, (node) => stage.cluster.signalPostgres(node, 'SIGSTOP')),
    mend: (stage) => onStandbys(stage, (node) => stage.cluster.signalPostgres(node, 'SIGCONT')),
    isWithoutQuorum: true,
  },
  'cut-both-standbys': {
    name: 'cables out of both standbys: etcd has no majority either',
    seconds: 30,
    begin: (stage) => onStandbys(stage, stage.cluster.cutCable),
    // The leader has given up by then: nobody is left out.
    mend: async ({ cluster }) => {
      for (const node of [1, 2, 3] as const) await cluster.mendCable(node)
    },
    isWithoutQuorum: true,
  },
  'full-disk': {
    name: 'full disk of the leader',
    seconds: 30,
    begin: ({ cluster, leader }) => cluster.fillDisk(leader),
    mend: ({ cluster, leader }) => cluster.emptyDisk(leader),
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
    front: 'nginx',
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
    mend: ({ bank }) => bank.servers.b.signal('SIGCONT'),
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
    mend: async () => {
      setClock('a', 0)
      await pause(1_000)
    },
  },
}

// Two servers and two workers of the product, with the documented proxies before the servers.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deployed, PRIMARY_PORT, STANDBY_PORT } from './database-cluster.ts'
import { BASE, HOME, Program } from './machine.ts'

const source = join(import.meta.dirname, '../../../src')
const CLEARING = join(BASE, 'clearing')
/** systemd waits as long (deploy/systemd). */
const RESTART_MS = 2_000
const STOP_DELAY_SECONDS = 10

export const proxyUrls = { haproxy: `http://${HOME}:8000`, nginx: `http://${HOME}:8001` } as const
export type ProxyName = keyof typeof proxyUrls
export const SERVERS = ['a', 'b'] as const
export type ServerName = (typeof SERVERS)[number]
const PORTS = { a: 8081, b: 8082 } as const
export const serverAddress = (name: ServerName): string => `http://${HOME}:${PORTS[name]}`
export const COLLECTIONS = join(CLEARING, 'in/collections')

const driftFile = (name: string) => join(BASE, `drift-${name}`)

/** Changes the clock that a server reads, by seconds; the clock that measures durations runs on. */
export const setClock = (name: ServerName, seconds: number): void =>
  writeFileSync(driftFile(name), `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`)

function environment(name: string, port: number): NodeJS.ProcessEnv {
  const library = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  return {
    NODE_ENV: 'production',
    DATABASE_URL: `postgresql://connect_server:server@${HOME}:${PRIMARY_PORT}/connect`,
    ...(port > 0 && {
      PORT: String(port),
      READ_DATABASE_URL: `postgresql://connect_server:server@${HOME}:${STANDBY_PORT}/connect`,
      LD_PRELOAD: `/usr/lib/${library}-linux-gnu/faketime/libfaketimeMT.so.1`,
      FAKETIME_TIMESTAMP_FILE: driftFile(name),
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
    HOST: HOME,
    METRICS_PORT: String(port > 0 ? port + 100 : 8190 + name.charCodeAt(name.length - 1) - 97),
    METRICS_HOST: HOME,
    PUBLIC_URL: 'http://localhost:8000',
    TRUSTED_PROXIES: HOME,
    DATA_DIR: BASE,
    CLEARING_DIR: CLEARING,
    PUSH_SERVICES: 'none',
    STOP_DELAY: String(STOP_DELAY_SECONDS),
    WEB_ROOT: '',
    DEMO: '',
    SMTP_URL: '',
    LOG_LEVEL: 'info',
  }
}

function writeProxySettings(): void {
  const servers = [
    ['10.0.1.11:8080', `${HOME}:${PORTS.a}`],
    ['10.0.1.12:8080', `${HOME}:${PORTS.b}`],
  ] as const
  writeFileSync(
    join(BASE, 'haproxy.cfg'),
    deployed('haproxy/connect.cfg', [
      ...servers,
      [/bind :443 .*/g, `bind ${HOME}:8000`],
      [/ +(log|option httplog).*\n/g, ''],
      ['maxconn 20000', 'maxconn 2000'],
      ['/etc/haproxy', BASE],
    ]),
  )
  writeFileSync(join(BASE, 'unavailable.http'), deployed('haproxy/unavailable.http', []))
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const connect = deployed('nginx/connect.conf', [
    ...servers,
    ['listen 443 ssl;', `listen ${HOME}:8001;`],
    [/.*(http2|ssl_).*\n/g, ''],
  ])
  writeFileSync(
    join(BASE, 'nginx.conf'),
    `daemon off; user root; pid ${BASE}/nginx.pid; error_log ${BASE}/nginx-error.log;
events { worker_connections 4096; }
http { access_log off; ${folders.map((name) => `${name}_temp_path ${BASE}/nginx-${name};`).join(' ')}
${connect} }`,
  )
}

export class BankProcesses {
  readonly servers: Record<ServerName, Program>
  readonly workers: Program[]
  private readonly proxies: Program[]

  constructor() {
    const program = (name: string, module: string, port: number) =>
      new Program(
        {
          name,
          command: process.execPath,
          args: [join(source, module)],
          env: () => environment(name, port),
        },
        RESTART_MS,
      )
    this.servers = { a: program('a', 'main.ts', PORTS.a), b: program('b', 'main.ts', PORTS.b) }
    this.workers = [program('worker-a', 'worker.ts', 0), program('worker-b', 'worker.ts', 0)]
    this.proxies = [
      new Program({ name: 'haproxy', command: 'haproxy', args: ['-db', '-f', join(BASE, 'haproxy.cfg')] }),
      new Program({ name: 'nginx', command: 'nginx', args: ['-c', join(BASE, 'nginx.conf')] }),
    ]
  }

  async open(): Promise<void> {
    mkdirSync(COLLECTIONS, { recursive: true })
    writeProxySettings()
    for (const name of SERVERS) setClock(name, 0)
    for (const program of [...Object.values(this.servers), ...this.workers, ...this.proxies]) program.start()
    for (const name of SERVERS)
      if (!(await this.isReady(name, 120_000))) throw new Error(`server ${name} does not become ready`)
  }

  /** Answers after how many seconds the server was ready; null: not in time. */
  async isReady(name: ServerName, limitMs: number): Promise<number | null> {
    const startedAt = performance.now()
    while (performance.now() - startedAt < limitMs) {
      const reply = await fetch(`${serverAddress(name)}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      )
      await reply?.arrayBuffer().catch(() => undefined)
      if (reply?.status === 200) return (performance.now() - startedAt) / 1000
      await pause(200)
    }
    return null
  }

  /** Stops one server after the other as a service manager does, each when the former one is ready again. */
  async restartOneByOne(): Promise<void> {
    for (const name of SERVERS) {
      const { pid } = this.servers[name]
      this.servers[name].signal('SIGTERM')
      while (this.servers[name].pid === pid) await pause(100)
      if ((await this.isReady(name, 90_000)) === null) throw new Error(`server ${name} does not come back`)
      // The proxy without health checks may have left it for some seconds: see deploy/nginx/connect.conf.
    }
  }
}

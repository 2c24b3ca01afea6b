import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { administer } from "@wattle/db/testing/postgres-server";
import { signalPostgres } from "@wattle/db/testing/signal-postgres";
import { startDatabaseProxy } from "../haproxy.ts";
import { smallDisk, type SmallDisk } from "../small-disk.ts";
import { patroniClock, type PatroniClock } from "./patroni-clock.ts";
import { openNetwork, type Network } from "./network.ts";
import { asPostgres, UNPACKED_ENV, type ClusterPrograms } from "./programs.ts";

const SAMPLES = path.resolve(import.meta.dirname, "../../../../../deploy/cluster");
const NAMES = ["one", "two", "three"] as const;
/** Has room for `wal_keep_size` of patroni.yml, and for what PostgreSQL writes until its next checkpoint. */
const DISK_MEGABYTES = 3072;
const PASSWORD = "test";
/** A node is copied again within less than this, whatever happened to it. */
const WHOLE_MILLISECONDS = 180_000;
/** A clock that is set ahead is so for this long. */
const AHEAD_MILLISECONDS = 8_000;

/** Replaces the words between @ signs, as an operator does. */
function filledIn(sample: string, words: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(SAMPLES, sample), "utf8").replaceAll(/^#.*\n/gm, "");
  return text.replaceAll(/@([A-Z_]+)@/g, (whole, word: string) => words[word] ?? whole);
}

const variablesOf = (file: string): Record<string, string> =>
  Object.fromEntries(
    file
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

type Signal = "SIGSTOP" | "SIGCONT" | "SIGKILL";

const hasEnded = (child: ChildProcess | undefined): boolean =>
  child !== undefined && (child.exitCode !== null || child.signalCode !== null);

const LEADING: ReadonlySet<string | undefined> = new Set(["master", "primary"]);

/** Patroni about a node. */
interface NodeState {
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** One machine of the cluster. */
class Node {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #programs: ClusterPrograms;
  readonly #before: readonly string[];
  readonly #variables: Record<string, string>;
  readonly #disk: SmallDisk | undefined;
  readonly #clock: PatroniClock;
  #patroni: ChildProcess | undefined;
  #etcd: ChildProcess | undefined;

  constructor(place: number, folder: string, network: Network, programs: ClusterPrograms) {
    this.name = NAMES[place] ?? "";
    this.address = network.addresses[place] ?? "";
    this.#programs = programs;
    this.#before = network.at(place);
    this.#disk = smallDisk(DISK_MEGABYTES);
    this.#folder = this.#disk?.folder ?? path.join(folder, this.name);
    mkdirSync(this.#folder, { recursive: true });
    chmodSync(this.#folder, 0o777);
    const [ONE = "", TWO = "", THREE = ""] = network.addresses;
    const words = {
      ONE,
      TWO,
      THREE,
      NAME: this.name,
      ADDRESS: this.address,
      // etcd's few bytes are not what fills the disk.
      FOLDER: this.#folder,
      PROGRAMS: programs.postgres,
      NETWORK: network.range,
      SUPERUSER_PASSWORD: PASSWORD,
      REPLICATION_PASSWORD: PASSWORD,
      WAL_ARCHIVE: path.join(folder, "archive"),
    };
    this.#variables = variablesOf(filledIn("node.env", words));
    this.#clock = patroniClock(path.join(folder, `${this.name}-clock`));
    writeFileSync(path.join(this.#folder, "patroni.yml"), filledIn("patroni.yml", words));
  }

  get data(): string {
    return path.join(this.#folder, "data");
  }

  get url(): string {
    return `postgres://postgres:${PASSWORD}@${this.address}:5432/postgres`;
  }

  #run(program: string, words: readonly string[], log: string): ChildProcess {
    const [first, ...rest] = asPostgres(program, this.#before);
    const child = spawn(first, [...rest, ...words], {
      cwd: this.#folder,
      env: { ...UNPACKED_ENV, ...this.#variables, ...this.#clock.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const to = createWriteStream(
      path.join(path.dirname(this.#variables["WAL_ARCHIVE"] ?? ""), `${this.name}-${log}.log`),
      { flags: "a" },
    );
    child.stdout?.pipe(to, { end: false });
    child.stderr?.pipe(to, { end: false });
    return child;
  }

  startEtcd(): void {
    this.#etcd = this.#run(this.#programs.etcd, [], "etcd");
  }

  startPatroni(): void {
    this.#patroni = this.#run(
      "/usr/bin/python3",
      [this.#programs.patroni, path.join(this.#folder, "patroni.yml")],
      "patroni",
    );
  }

  /** Whether PostgreSQL runs: the file with its number stays if it is killed. */
  #hasPostgres(): boolean {
    try {
      const [pid] = readFileSync(path.join(this.data, "postmaster.pid"), "utf8").split("\n");
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(this.data);
    } catch {
      return false;
    }
  }

  /** Sends a signal to all processes of PostgreSQL, if there are any. */
  signalPostgres(name: Signal): void {
    if (this.#hasPostgres()) signalPostgres(this.data, name);
  }

  endEtcd(): void {
    this.#etcd?.kill("SIGKILL");
  }

  signalPatroni(name: Signal): void {
    this.#patroni?.kill(name);
  }

  /** Sends a signal to everything on the machine. */
  signal(name: Signal): void {
    this.signalPatroni(name);
    this.#etcd?.kill(name);
    this.signalPostgres(name);
  }

  /** Leaves no room until PostgreSQL has died of that, and then gives it back, as people must. @returns false if no disk of a given size can be made here */
  async fillDisk(): Promise<boolean> {
    if (this.#disk === undefined) return false;
    this.#disk.fill();
    for (let isUp = true; isUp;) {
      isUp = await administer(this.url, "select pg_switch_wal()").then(
        () => true,
        () => this.#hasPostgres(),
      );
    }
    this.#disk.empty();
    return true;
  }

  /** Sets Patroni's clock ahead, and after a while right again. */
  async moveClock(seconds: number): Promise<void> {
    this.#clock.set(seconds);
    await wait(AHEAD_MILLISECONDS);
    this.#clock.set(0);
  }

  /** Makes everything work again that does not by itself. */
  repair(): void {
    this.signal("SIGCONT");
    if (hasEnded(this.#etcd)) this.startEtcd();
    if (hasEnded(this.#patroni)) this.startPatroni();
  }

  /** Patroni about itself. @returns undefined if it says nothing in a second */
  async state(): Promise<NodeState | undefined> {
    try {
      const answer = await fetch(`http://${this.address}:8008/patroni`, {
        signal: AbortSignal.timeout(1000),
      });
      return (await answer.json()) as NodeState;
    } catch {
      return undefined;
    }
  }

  /** Whether Patroni says that it leads here. */
  async isLeading(): Promise<boolean> {
    return LEADING.has((await this.state())?.role);
  }

  async end(): Promise<void> {
    for (const child of [this.#patroni, this.#etcd]) {
      if (child === undefined || hasEnded(child)) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    this.signalPostgres("SIGKILL");
    this.#disk?.close();
  }
}

export type ClusterNode = Node;

/** Three nodes with Patroni, etcd and PostgreSQL, and HAProxy in front of them, by the samples of `deploy/cluster`. */
export interface PatroniCluster {
  readonly nodes: readonly ClusterNode[];
  readonly network: Network;
  /** Urls of the database behind HAProxy's two ports. */
  readonly writer: string;
  readonly readers: string;
  /** Finished pieces of the log. */
  readonly archive: string;
  /** Output of each program, a file each. */
  readonly logs: string;
  /** Resolves once a node leads, which may be before any other follows it. */
  readonly untilLed: () => Promise<void>;
  /** The node that leads, once there is exactly one, with both others following it and one of them waited for. */
  readonly untilWhole: () => Promise<ClusterNode>;
  readonly isLedByAnother: (than: ClusterNode) => Promise<boolean>;
  /** Joins networks, and lets every node go on. */
  readonly repair: () => void;
  readonly close: () => Promise<void>;
}

export async function startCluster(programs: ClusterPrograms): Promise<PatroniCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-patroni-"));
  chmodSync(folder, 0o777);
  const archive = path.join(folder, "archive");
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  const network = openNetwork();
  const nodes = [0, 1, 2].map((place) => new Node(place, folder, network, programs));
  for (const node of nodes) node.startEtcd();
  for (const node of nodes) node.startPatroni();
  const proxy = await startDatabaseProxy(network.addresses);
  const urlAt = (at: string): string => `postgres://postgres:${PASSWORD}@${at}/postgres`;
  const writer = urlAt(proxy.writer);
  return {
    nodes,
    network,
    archive,
    logs: folder,
    writer,
    readers: urlAt(proxy.readers),
    async untilLed() {
      const isLed = (): Promise<boolean> =>
        administer(writer, "select 1").then(
          () => true,
          () => false,
        );
      while (!(await isLed())) await wait(200);
    },
    async untilWhole() {
      const late = AbortSignal.timeout(WHOLE_MILLISECONDS);
      for (;;) {
        const states = await Promise.all(nodes.map((node) => node.state()));
        const leaders = nodes.filter((_, place) => LEADING.has(states[place]?.role));
        const [leader] = leaders;
        const isWhole =
          states.every((state) => state?.state === "running" || state?.state === "streaming") &&
          new Set(states.map((state) => state?.timeline)).size === 1;
        if (leader !== undefined && leaders.length === 1 && isWhole && (await isFollowed(leader)))
          return leader;
        if (late.aborted) throw new Error(`the cluster does not recover: ${JSON.stringify(states)}`);
        await wait(200);
      }
    },
    async isLedByAnother(than) {
      const others = nodes.filter((node) => node !== than);
      return (await Promise.all(others.map((node) => node.isLeading()))).includes(true);
    },
    repair() {
      network.join();
      for (const node of nodes) node.repair();
    },
    async close() {
      await proxy.stop();
      await Promise.all(nodes.map((node) => node.end()));
      network.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether both others follow the leader, one of them for every commit. */
async function isFollowed(leader: Node): Promise<boolean> {
  const answer = await fetch(`http://${leader.address}:8008/cluster`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => undefined);
  const { members } = ((await answer?.json()) ?? { members: [] }) as {
    members: { role: string; lag?: number }[];
  };
  return members.filter(({ role }) => role === "sync_standby").length === 1 && members.length === 3;
}

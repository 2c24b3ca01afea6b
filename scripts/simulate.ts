/** Costs of one exchange; milliseconds, and bytes. */
export interface Costs {
  /** Time of a server's one thread, with the rate that it was held at. */
  readonly serverMs: number;
  /** Time of one processor of the database. */
  readonly databaseMs: number;
  /** Until the log of writes is on the disk; exchanges that wait share one write. */
  readonly commitMs: number;
  /** Time of the one process that seals a database's books. */
  readonly sealMs: number;
}

export interface Machines {
  /** Servers, each with one thread. */
  readonly processes: number;
  /** Processors of each database. */
  readonly processors: number;
  /** Databases, each with its share of the customers. */
  readonly databases: number;
}

export interface Simulated {
  readonly p50: number;
  readonly p99: number;
  /** Shares of their time in which servers and databases are busy; above 1 where the queue grows for ever. */
  readonly servers: number;
  readonly databases: number;
  /** The same of what seals, and how long 99 of 100 entries wait for it after their commit, milliseconds. */
  readonly seals: number;
  readonly sealed99: number;
}

const ARRIVALS = 100_000;

/** The same numbers from 0 to 1 in each run (Park and Miller). */
function createDraw(): () => number {
  let state = 42;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Passes jobs through a queue in front of some equal servers. @param arrivals ascending @returns when each is done */
function pass(arrivals: readonly number[], servers: number, serviceOf: () => number): number[] {
  // A heap of the times at which servers become free.
  const free = Array.from({ length: servers }, () => 0);
  const settle = (): void => {
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if ((free[left] ?? Infinity) < (free[least] ?? 0)) least = left;
      if ((free[right] ?? Infinity) < (free[least] ?? 0)) least = right;
      if (least === at) return;
      [free[at], free[least]] = [free[least] ?? 0, free[at] ?? 0];
      at = least;
    }
  };
  return arrivals.map((arrival) => {
    const done = Math.max(arrival, free[0] ?? 0) + serviceOf();
    free[0] = done;
    settle();
    return done;
  });
}

/**
 * Lets exchanges arrive at random and pass through servers, databases and commits. Service times are exponential around what was
 * measured, which is worse than they are. Customers are spread evenly over databases.
 * @param perSecond exchanges that arrive in a second
 */
export function simulate(perSecond: number, costs: Costs, machines: Machines): Simulated {
  const draw = createDraw();
  const exponential = (mean: number): number => -mean * Math.log(draw());
  const { processes, processors, databases } = machines;
  let now = 0;
  const arrivals = Array.from({ length: ARRIVALS }, () => (now += exponential(1000 / perSecond)));
  const served = pass(arrivals, processes, () => exponential(costs.serverMs));
  const order = served.map((time, job) => ({ time, job })).toSorted((a, b) => a.time - b.time);
  const times: number[] = [];
  const commits: number[][] = [];
  for (let database = 0; database < databases; database += 1) {
    const own = order.filter(({ job }) => job % databases === database);
    const done = pass(
      own.map(({ time }) => time),
      processors,
      () => exponential(costs.databaseMs),
    );
    // The write that is under way, and the one after it, which takes along all that came meanwhile.
    commits[database] = own.map(({ job }, place) => {
      const committed = (done[place] ?? 0) + costs.commitMs * (1 + draw());
      times.push(committed - (arrivals[job] ?? 0));
      return committed;
    });
  }
  const ages = commits.flatMap((own) => {
    const ascending = own.toSorted((a, b) => a - b);
    return pass(ascending, 1, () => exponential(costs.sealMs)).map(
      (at, place) => at - (ascending[place] ?? 0),
    );
  });
  ages.sort((a, b) => a - b);
  times.sort((a, b) => a - b);
  return {
    p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    servers: (perSecond * costs.serverMs) / 1000 / processes,
    databases: (perSecond * costs.databaseMs) / 1000 / (processors * databases),
    seals: (perSecond * costs.sealMs) / 1000 / databases,
    sealed99: ages[Math.floor(ages.length * 0.99)] ?? Number.NaN,
  };
}

/** The chains that the product knows, with the rules in which they differ. */
export const CHAIN_NAMES = ["main", "test", "signet", "regtest"] as const;
export type ChainName = (typeof CHAIN_NAMES)[number];

/**
 * How the target of a block follows from those before it: new every 2,016 blocks; the same, but at its easiest for a block
 * that comes 20 minutes after its parent; never another one.
 */
type Retargeting = "every 2016 blocks" | "easiest after 20 minutes" | "never";

export interface Chain {
  readonly name: ChainName;
  /** Hash of its first block. */
  readonly genesis: string;
  /** Easiest target, in the form that headers have. */
  readonly easiestBits: number;
  readonly retargeting: Retargeting;
}

export const CHAINS: Readonly<Record<ChainName, Chain>> = {
  main: {
    name: "main",
    genesis: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    easiestBits: 0x1d_00_ff_ff,
    retargeting: "every 2016 blocks",
  },
  test: {
    name: "test",
    genesis: "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
    easiestBits: 0x1d_00_ff_ff,
    retargeting: "easiest after 20 minutes",
  },
  signet: {
    name: "signet",
    genesis: "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
    easiestBits: 0x1e_03_77_ae,
    retargeting: "every 2016 blocks",
  },
  regtest: {
    name: "regtest",
    genesis: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    easiestBits: 0x20_7f_ff_ff,
    retargeting: "never",
  },
};

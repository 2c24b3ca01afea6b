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
  /** The beginnings of addresses and keys, as @scure/btc-signer and @scure/bip32 take them. */
  readonly network: Readonly<Record<"pubKeyHash" | "scriptHash" | "wif", number> & { bech32: string }>;
  readonly extendedKeys: Readonly<Record<"public" | "private", number>>;
  /** Second step of a key's path (BIP-44). */
  readonly coinType: 0 | 1;
}

const TEST_KEYS = { extendedKeys: { public: 0x04_35_87_cf, private: 0x04_35_83_94 }, coinType: 1 } as const;
const testNetwork = (bech32: string) => ({ bech32, pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef });

export const CHAINS: Readonly<Record<ChainName, Chain>> = {
  main: {
    name: "main",
    genesis: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    easiestBits: 0x1d_00_ff_ff,
    retargeting: "every 2016 blocks",
    network: { bech32: "bc", pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
    extendedKeys: { public: 0x04_88_b2_1e, private: 0x04_88_ad_e4 },
    coinType: 0,
  },
  test: {
    name: "test",
    genesis: "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
    easiestBits: 0x1d_00_ff_ff,
    retargeting: "easiest after 20 minutes",
    network: testNetwork("tb"),
    ...TEST_KEYS,
  },
  signet: {
    name: "signet",
    genesis: "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
    easiestBits: 0x1e_03_77_ae,
    retargeting: "every 2016 blocks",
    network: testNetwork("tb"),
    ...TEST_KEYS,
  },
  regtest: {
    name: "regtest",
    genesis: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    easiestBits: 0x20_7f_ff_ff,
    retargeting: "never",
    network: testNetwork("bcrt"),
    ...TEST_KEYS,
  },
};

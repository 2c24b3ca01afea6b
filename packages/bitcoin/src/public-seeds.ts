import type { Wallet } from "./descriptor.ts";

/**
 * Fingerprints of seeds that anyone can read: BIP-39's test vectors, with and without their passphrase, and those of
 * development tools and of the demo. There are four for each: the master key, m/84h/0h, m/84h/1h and Ethereum's
 * m/44h/60h.
 */
const FINGERPRINTS = new Set(
  `
  73c5da0a 7ef32bdb 0ef4b1af d32e4508 b4e3f5ed a40176dc 025ccb2d b3381147 e08b8ac3 9c8fc7e5 3e69f15b 84ac8c86
  edc43bbe 50131036 65ee53c1 1bc908f8 5436d724 127ea0e6 42714117 d2756aa2 88bca92b 6f9886c7 a2286197 dc430338
  b8688df1 ea517ee5 99fde413 05722419 1ddb040f 23f2d0d4 f95fb9a1 c9ae1282 70f21633 f0935841 5f2ae89f 3617eb92
  15e8639c 74b6ec90 3daf88ab 90976dd5 0d9250da 8a511706 a887b3ee 1ab4d6fa e5ddd654 be58a662 07074bff fbc730c6
  28645006 d061c20c 6773ec8a 189846d4 53452836 0a49198e a98c8675 57dead2f fd7227ba 907d14dc aedf4316 843fd655
  b7c11d9d 9f182cf7 4df6f7d4 ecd325b2 61d264e9 faa568de 18d54a08 0e81457e eb2bfaaf b7560b9b 50695075 f8c0e7f0
  3f635a63 79738287 5978f527 3412a8e0 128d6f17 d201777d 4b757142 8ba6cc2f cd273ae3 48c90090 966e93af 4edbab9f
  465649fd 79b1866e 2c0be50b d99e5218 244c267a 2abb855c 11a7548d ef4ca8b4 b18c73ee 9c74af55 9073321f 1af5a893
  a07d432c 852cdd12 fb23dc08 c12cc5c1 806969a0 5cd8d2eb 412db640 c85e6cbd 86d722c6 f1a50d8c 00654b32 d4af1eac
  005af296 e7c1117f 88b32475 41271a9b 4a2af669 a842965d 342bca6e 698dd5b1 1f989357 88cb5d6a 73363cef 657e2d92
  b760aecd 23cf09bc 01072c40 513d9fa6 c66a100e b6d65339 29a08fe1 281658dd 61796c57 93febb0f 7a11cb42 5d76e093
  3e95301d 5a5fa2ec c483221b 3df4734e 8a682d68 eefd61c7 b183c5ef 39dc6668 d3539b0d 91720cad 27676314 d662afef
  dd1fad4d dd514784 124a6c68 ead5f2a8 31d13b25 a22b75de c32b0f57 5d04b5dc ceb6e3c3 6dc99bd8 dda75635 0183b7e2
  365fc42f 4ad8a978 e5da564e a9f6f15a 286fd267 58962e37 15191b1d 84d9c103 328434ac de8a6314 9d24d8f0 e582ffc6
  bc2b7c36 6aca90c1 fb8b3d63 ce6356bf 8264ddd1 79debc44 68758a7f 0f986c8e 29adb9cf 9584ac9c 49d395aa 3887fe3e
  3f070a56 728365fa f1f47d63 4714ff13 f57f296d c4acaa98 eeaac923 87ffc490 9c0becda cd86907e 1fd36442 c9822d5d
  16a93ed0 37870f38 3b151388 86968b77 4207ff84 762406c0 f91a0e72 3bbccb76 5c9e228d d4c3eca0 4831494a 614eb0ff
  4b854ccf b3b5a323 024a0e34 6dc93e0e
`
    .trim()
    .split(/\s+/)
    .map((fingerprint) => Number.parseInt(fingerprint, 16)),
);

const isPublicFingerprint = (fingerprint: number): boolean => FINGERPRINTS.has(fingerprint);

/** Whether anyone can spend what a wallet of either network receives. The origin may be invented, the key's parent may not. */
export const hasPublicSeed = (wallet: Pick<Wallet, "fingerprint" | "key">): boolean =>
  isPublicFingerprint(wallet.fingerprint) || isPublicFingerprint(wallet.key.parentFingerprint);

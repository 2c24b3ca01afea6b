import type { ListSource } from "@wattle/contracts/lists";

export const SOURCE_WORDS: Readonly<Record<ListSource, string>> = {
  dfat: "DFAT, Australia",
  un: "UN Security Council",
  ofac: "OFAC, US Treasury",
  opensanctions: "OpenSanctions",
  own: "Our own list",
};

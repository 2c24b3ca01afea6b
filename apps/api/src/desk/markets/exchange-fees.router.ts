import { router } from "../../procedures.ts";
import { setExchangeFee } from "./exchange-fees.ts";

export const exchangeFeesDeskRouter = router({ set: setExchangeFee });

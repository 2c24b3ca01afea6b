import { router } from "../procedures.ts";
import { setExchangeFee } from "./exchange-fees.ts";

export const exchangeFeesOpsRouter = router({ set: setExchangeFee });

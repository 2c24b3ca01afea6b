import { createFileRoute } from "@tanstack/react-router";
import { CryptoScreen } from "../../../deposits/crypto-screen.tsx";

export const Route = createFileRoute("/dashboard/deposit-money/crypto")({
  component: CryptoScreen,
  staticData: { name: "crypto", title: "Deposit crypto", heading: "Deposit crypto", unlisted: true },
});

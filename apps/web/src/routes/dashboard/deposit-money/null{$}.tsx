import { createFileRoute, redirect } from "@tanstack/react-router";

/** Addresses that begin with `null`, which a lost reference once made. */
export const Route = createFileRoute("/dashboard/deposit-money/null{$}")({
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/deposit-money", replace: true });
  },
  staticData: { unlisted: true },
});

import { createFileRoute } from "@tanstack/react-router";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { onrampSearch } from "../onramp/onramp-search.ts";
import { TransakTestPage } from "../onramp/transak-test-page.tsx";

export const Route = createFileRoute("/transak-test")({
  validateSearch: onrampSearch,
  component: TransakTest,
  staticData: {
    name: "site.transak",
    title: "Card payments test",
    description: "Try a card payment from checkout to confirmation, without an account or money.",
    background: "hero",
    unlisted: true,
  },
});

function TransakTest() {
  return (
    <MantineFrame>
      <TransakTestPage order={onrampSearch({ ...Route.useSearch() }).order} />
    </MantineFrame>
  );
}

import { rolesFor } from "@wattle/contracts/staff-access";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import type { DeskScreen } from "../screens/desk-screen.ts";

const orList = new Intl.ListFormat("en-AU", { type: "disjunction" });

/** A screen that someone's roles do not have, by a link of a colleague say. */
export function NoRight({ screen }: { readonly screen: DeskScreen }) {
  return (
    <Screen title={screen.label}>
      <EmptyState
        title="You don’t have access to this screen"
        action={<SiteLink to="/teamaccess">Go to Today</SiteLink>}
      >
        {screen.label} is for {orList.format(rolesFor(screen.needs))}. An admin can give you the role.
      </EmptyState>
    </Screen>
  );
}

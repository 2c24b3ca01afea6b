import { Panel } from "../../controls/panel.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { CustomerFile } from "../parts/answers.ts";
import { signedText } from "../parts/signed-money.ts";
import { permissionChoiceOf } from "./permission-words.ts";

const PURPOSES = [
  ["exchange", "Exchange"],
  ["deposit", "Deposit"],
  ["card", "Card payment"],
] as const;

/** The customer's permissions, and limits of amounts. */
export function LimitFacts({ file: { user, limits } }: { readonly file: CustomerFile }) {
  const { permissions } = user;
  return (
    <Panel title="Permissions and limits">
      <Facts
        facts={[
          ["May", permissionChoiceOf(permissions)?.[1] ?? permissions.join(", ")],
          ...PURPOSES.flatMap(([purpose, words]) =>
            limits.flatMap(({ currency, [purpose]: limit }) =>
              limit === null
                ? []
                : [[words, `${signedText(limit.min)} to ${signedText(limit.max, currency)}`] as const],
            ),
          ),
          ["Withdrawal", "up to the balance"],
        ]}
      />
    </Panel>
  );
}

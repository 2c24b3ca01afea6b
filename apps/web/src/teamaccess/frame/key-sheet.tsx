import { useState } from "react";
import { Dialog } from "../../controls/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { activeKeys } from "../parts/keys.ts";

const ALWAYS = [
  ["Search, or go anywhere", "Ctrl K"],
  ["Send what is open at the side", "Ctrl Enter"],
  ["Close it, or leave a field; what was typed stays", "Esc"],
] as const;

/** Keys whose names are longer than their caps. */
const CAPS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** Every key that does something on this screen. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const [keys] = useState(activeKeys);
  const caps = (text: string) => <kbd>{text}</kbd>;
  return (
    <Dialog open title="Keys" onClose={onClose}>
      <p>Single keys do nothing while you type in a field.</p>
      <Facts
        facts={[
          ...ALWAYS.map(([does, key]) => [does, caps(key)] as const),
          ...keys.map(({ keys: typed, does }) => [does, caps(CAPS[typed] ?? typed)] as const),
        ]}
      />
    </Dialog>
  );
}

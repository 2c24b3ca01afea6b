import { useBrand } from "./brand.tsx";

/** What the operator says of its regulator, if it says anything; the server takes the element out otherwise. */
export function RegulatorLine({ className }: { readonly className?: string | undefined }) {
  const { regulatorLine } = useBrand();
  if (regulatorLine === "") return null;
  return (
    <span data-regulated-only className={className}>
      {regulatorLine}
    </span>
  );
}

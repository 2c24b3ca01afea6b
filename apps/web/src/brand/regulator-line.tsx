import { useBrand } from "./brand.tsx";

/** The operator's sentence about its regulator, if there is one; the server takes the element out otherwise. */
export function RegulatorLine({ className }: { readonly className?: string | undefined }) {
  const { regulatorLine } = useBrand();
  if (regulatorLine === "") return null;
  return (
    <span data-regulated-only className={className}>
      {regulatorLine}
    </span>
  );
}

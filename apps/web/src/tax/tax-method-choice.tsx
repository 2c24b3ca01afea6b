import { METHOD_WORDS } from "@wattle/contracts/tax-years";
import type { TaxReportAnswer } from "@wattle/contracts/tax";
import { dayText } from "@wattle/contracts/days";
import { PARCEL_METHODS, type ParcelMethod } from "@wattle/exchange-core/parcels";
import { Button } from "../controls/button.tsx";
import { RadioCard } from "../controls/radio-card.tsx";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Notice } from "../ui/notice.tsx";
import { gainText, netGain } from "./gain-text.ts";
import styles from "./tax.module.css";

interface TaxMethodChoiceProps {
  readonly year: number;
  /** The method that is looked at; undefined while it is not known. */
  readonly chosen: ParcelMethod | undefined;
  /** The report by that method; undefined while it is on its way. */
  readonly report: TaxReportAnswer | undefined;
  readonly onChoose: (method: ParcelMethod) => void;
}

/** The methods with what each would do, and the one that is kept. */
export function TaxMethodChoice({ year, chosen, report, onChoose }: TaxMethodChoiceProps) {
  const utils = trpc.useUtils();
  const methods = trpc.tax.methods.useQuery({ year }, SHOWN_IN_PLACE);
  const keep = trpc.tax.setMethod.useMutation({
    onSuccess: () => {
      showAlert({ type: "success", text: "Method kept for this year" });
      return utils.tax.report.invalidate();
    },
    onError: (error) => void alertFailure("Keep the method", error),
  });
  const shown = report?.method;
  const kept = report?.kept ?? "fifo";
  const downloaded = report?.downloaded ?? null;
  return (
    <div className={styles["chosen"]}>
      <fieldset className={styles["methods"]}>
        <legend>Method</legend>
        {PARCEL_METHODS.map((method) => {
          const net = methods.data?.methods.find((each) => each.method === method);
          return (
            <RadioCard
              key={method}
              name="method"
              value={method}
              title={METHOD_WORDS[method].name}
              about={METHOD_WORDS[method].what}
              aside={net === undefined ? "" : gainText(netGain(net), methods.data?.home ?? "")}
              checked={method === chosen}
              onChoose={() => onChoose(method)}
            />
          );
        })}
      </fieldset>
      {shown !== undefined && shown !== kept && (
        <Button kind="quiet" loading={keep.isPending} onClick={() => keep.mutate({ year, method: shown })}>
          Keep this method
        </Button>
      )}
      {shown !== undefined && downloaded !== null && downloaded.method !== shown && (
        <Notice kind="warn">
          You downloaded this report by “{METHOD_WORDS[downloaded.method].name.toLowerCase()}” on{" "}
          {dayText(downloaded.at.slice(0, 10))}. If you filed that one, this one differs from it.
        </Notice>
      )}
    </div>
  );
}

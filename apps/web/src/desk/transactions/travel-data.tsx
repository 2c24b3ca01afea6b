import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { TravelData } from "@wattle/contracts/travel";
import { currencyOf } from "@wattle/contracts/markets";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../controls/button.tsx";
import { Dialog } from "../../controls/dialog.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { saveFile } from "../../ui/save-file.ts";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import type { TransactionRecord } from "../parts/answers.ts";
import parts from "../parts/parts.module.css";

/** Travel data of coins that came or went, for those who may read it; undefined for transactions on no chain, too. */
export function useTravel(
  { transaction_type: type, credit_currency: code, reference }: TransactionRecord,
  may: (procedure: StaffProcedure) => boolean,
): TravelData | undefined {
  const isCoins = currencyOf(code)?.kind === "crypto" && (type === "deposit" || type === "withdraw");
  const enabled = isCoins && may("ops.travel.get");
  return trpc.ops.travel.get.useQuery({ reference }, { enabled, retry: false, ...SHOWN_IN_PLACE }).data;
}

/** Whether no one has named the sender. */
export const lacksSender = ({ originator }: TravelData): boolean => originator.originatorPersons.length === 0;

interface TravelProps {
  readonly record: TransactionRecord;
  readonly onClose: () => void;
}

/** The travel rule’s data as the IVMS101 message that another provider is sent. */
export function TravelDialog({
  record: { reference },
  travel,
  onClose,
}: TravelProps & { readonly travel: TravelData }) {
  const text = JSON.stringify(travel, null, 2);
  return (
    <Dialog open place="side" title={`Travel data of ${reference}`} onClose={onClose}>
      <div className={parts["form"]}>
        {lacksSender(travel) && (
          <Notice kind="warn">
            <p>No one has named the sender yet.</p>
          </Notice>
        )}
        <pre className={parts["reads"]}>{text}</pre>
        <div className={parts["sideFoot"]}>
          <Button
            kind="primary"
            data-autofocus
            onClick={() => saveFile(`ivms101-${reference}.json`, `${text}\n`, "application/json")}
          >
            Download JSON
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Says who sent coins, as the customer may on the deposit’s page. */
export function NameSender({ record: { id, reference }, onClose }: TravelProps) {
  const utils = trpc.useUtils();
  return (
    <ActDrawer
      title={`Sender of ${reference}`}
      button="Name the sender"
      about={<p>Ask the customer first. The answer stays as it is: no one can change it.</p>}
      subject={id}
      fields={[
        {
          name: "whose",
          label: "Whose wallet was it?",
          initial: "other",
          options: [
            { value: "other", label: "Someone else’s" },
            { value: "mine", label: "The customer’s" },
          ],
        },
        { name: "holder_name", label: "Holder name", hint: "For someone else’s wallet", optional: true },
        {
          name: "wallet",
          label: "Who keeps its keys?",
          initial: "provider",
          options: [
            { value: "provider", label: "A provider" },
            { value: "self_hosted", label: "The owner" },
          ],
        },
        { name: "provider_name", label: "Provider name", hint: "For a wallet at a provider", optional: true },
      ]}
      done="Sender named"
      call={({ whose, holder_name: holder = "", wallet, provider_name: provider = "" }) =>
        actCall("ops.travel.nameSender", {
          reference,
          whose: whose === "mine" ? "mine" : "other",
          wallet: wallet === "self_hosted" ? "self_hosted" : "provider",
          ...(whose !== "mine" && { holder_name: holder }),
          ...(wallet !== "self_hosted" && { provider_name: provider }),
        })
      }
      onDone={() => void utils.ops.travel.get.invalidate()}
      onClose={onClose}
    />
  );
}

import { NETWORK_STATES, WALLET_ROLES, type WalletRole } from "@wattle/contracts/choices";
import type { CoinNetwork, CoinWallet } from "@wattle/contracts/coin-operations";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import { isZero } from "@wattle/exchange-core/decimal";
import { useState } from "react";
import { CopyRow } from "../../controls/copy-row.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { NETWORK_NAMES } from "../../money/network-names.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Notice } from "../../ui/notice.tsx";
import { ActButtons, type DeskAct } from "../parts/act-buttons.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { FigureStrip } from "../parts/figure-strip.tsx";
import { NOTE } from "../parts/fields.ts";
import parts from "../parts/parts.module.css";
import { countText, signedText } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { ChallengeReserves, NewestReserves, PublishReserves } from "./reserves-acts.tsx";
import { CopyDescriptor } from "./copy-descriptor.tsx";
import styles from "./wallets-page.module.css";

const STATE_WORDS: Readonly<Record<(typeof NETWORK_STATES)[number], StateWord>> = {
  ok: { kind: "done", word: "Following" },
  off: { kind: "stopped", word: "Off" },
  behind: { kind: "risk", word: "The node is behind" },
  unreachable: { kind: "failed", word: "The node doesn’t answer" },
  invalid: { kind: "failed", word: "The node’s data is wrong" },
  paused: { kind: "failed", word: "Paused itself" },
};

const ROLE_WORDS: Readonly<Record<WalletRole, string>> = {
  deposits: "Customers’ deposits",
  treasury: "Treasury",
};

/** Parts by which staff know a descriptor: its key's fingerprint, and its checksum. */
const [HEAD, TAIL] = [16, 10];
/** A descriptor without the middle of its key. */
const shortDescriptor = (descriptor: string): string =>
  descriptor.length <= HEAD + TAIL ? descriptor : `${descriptor.slice(0, HEAD)}…${descriptor.slice(-TAIL)}`;

const COLUMNS: readonly DeskColumn<CoinWallet>[] = [
  {
    key: "wallet",
    title: "Wallet",
    cell: ({ role }) => <strong className={parts["whole"]}>{ROLE_WORDS[role]}</strong>,
    csv: ({ role }) => role,
  },
  {
    key: "descriptor",
    title: "Descriptor",
    cell: ({ role, descriptor }) =>
      descriptor === "" ? (
        <Status kind="failed">Was changed in the database</Status>
      ) : (
        <span className={styles["descriptor"]}>
          <code title={descriptor}>
            <span aria-hidden="true">{shortDescriptor(descriptor)}</span>
            <span className="visually-hidden">{descriptor}</span>
          </code>
          <CopyDescriptor wallet={ROLE_WORDS[role]} descriptor={descriptor} />
        </span>
      ),
    csv: ({ descriptor }) => descriptor,
  },
  { ...textColumn("next", "Addresses in use", ({ next_index: next }) => `${next}`), figures: true },
];

type TreasuryAddress = Readonly<Record<"address", string> & Record<"network", Network>>;

/** Accounts have one address; outputs have a new one each time. */
const TREASURY_ADDRESS: Readonly<Record<Network, string>> = {
  bitcoin: "The treasury’s next address",
  ethereum: "The treasury’s address",
};

type Act = "add" | "address" | "resume" | "book" | "challenge" | "publish";
/** Each with its key and its button, the frequent ones first. */
const ACTS: readonly (readonly [Act, string, string, Pick<DeskAct, "kind" | "rare">?])[] = [
  ["publish", "p", "Publish a proof of reserves", { kind: "primary" }],
  ["challenge", "c", "Ask for a proof of reserves"],
  ["address", "t", "Take a treasury address", { rare: true }],
  ["add", "a", "Add a wallet", { rare: true }],
];

/** Wallets of each network, its state, and its chain against the books. */
export function WalletsPage() {
  const { search, change } = useDeskSearch();
  const may = useMay();
  const networks = trpc.ops.wallets.list.useQuery(undefined, SHOWN_IN_PLACE);
  const [taken, setTaken] = useState<TreasuryAddress>();
  const followed = networks.data?.networks.filter(({ state }) => state !== "off") ?? [];
  const paused = followed.find(({ state }) => state === "paused");
  const known = followed.map(({ network }) => network);
  const close = (): void => change({ act: "" });
  const acts = followed.length === 0 || !may("ops.wallets.add") ? [] : ACTS;
  return (
    <Screen
      title="Wallets"
      aside={
        <ActButtons
          acts={[
            ...acts.map(([act, letter, button, look]) => ({
              letter,
              button,
              ...look,
              run: () => change({ act }),
            })),
            ...(paused !== undefined && may("ops.networks.resume")
              ? [{ letter: "r", button: "Ask to resume", run: () => change({ act: "resume" }) }]
              : []),
            ...(paused !== undefined && may("ops.networks.bookSpend")
              ? [{ letter: "b", button: "Book a transaction", run: () => change({ act: "book" }) }]
              : []),
          ]}
        />
      }
    >
      <p className={parts["muted"]}>No key is on this server. Coins leave by signed files only.</p>
      <NewestReserves />
      {taken !== undefined && (
        <div className={styles["taken"]}>
          <CopyRow code label={TREASURY_ADDRESS[taken.network]} value={taken.address} />
          <p className={parts["muted"]}>
            For coins bought elsewhere. Compare it with the signer’s list first.
          </p>
        </div>
      )}
      <Loaded query={networks} what="the wallets" lines={10}>
        {(data) => data.networks.map((each) => <Network key={each.network} network={each} />)}
      </Loaded>
      {search["act"] === "add" && <AddWallet networks={known} onClose={close} />}
      {search["act"] === "address" && <TakeAddress networks={known} onTaken={setTaken} onClose={close} />}
      {search["act"] === "challenge" && <ChallengeReserves onClose={close} />}
      {search["act"] === "publish" && <PublishReserves onClose={close} />}
      {search["act"] === "book" && paused !== undefined && <BookSpend network={paused} onClose={close} />}
      {search["act"] === "resume" && paused !== undefined && <Resume network={paused} onClose={close} />}
    </Screen>
  );
}

/** A network with its wallets. */
function Network({ network }: { readonly network: CoinNetwork }) {
  const { state, paused_because: reason, trouble, tip, settled, wallets, currencies } = network;
  const { kind, word } = STATE_WORDS[state];
  const name = NETWORK_NAMES[network.network];
  return (
    <section aria-label={name} className={styles["network"]}>
      <div className={styles["head"]}>
        <h2>{name}</h2>
        <Status kind={kind} quiet={kind === "done"}>
          {word}
        </Status>
        <span className={styles["blocks"]}>
          {[
            tip !== null && `Block ${countText(tip.height)}`,
            settled !== null && `settled to ${countText(settled.height)}`,
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </div>
      {reason !== null && (
        <Notice kind="warn">
          <p>
            {name} paused itself: {reason} Deposits and payouts on it wait. Once that is settled, ask to
            resume: a second person confirms.
          </p>
        </Notice>
      )}
      {reason === null && trouble !== null && (
        <Notice kind="warn">
          <p>
            Deposits and payouts on {name} wait until its node is well: {trouble}.
          </p>
        </Notice>
      )}
      {currencies.map((each) => (
        <Difference key={each.currency} {...each} height={settled?.height} />
      ))}
      <DeskList
        caption={`Wallets of ${name}`}
        card={{ wallet: "head", descriptor: "line", next: "titled" }}
        columns={COLUMNS}
        foot="none"
        query={{ data: wallets }}
        rowKey={({ id }) => id}
        empty={{ title: "No wallets", text: "Make the keys with the signer, then add both wallets here." }}
      />
    </section>
  );
}

interface DifferenceProps extends Readonly<CoinNetworkCurrency> {
  readonly height: number | undefined;
}
type CoinNetworkCurrency = CoinNetwork["currencies"][number];

/** A coin on chain, less the books. */
function Difference({ currency, chain, books, difference, height }: DifferenceProps) {
  return (
    <FigureStrip
      framed
      label={`${currency} on chain and in the books`}
      figures={[
        {
          name: height === undefined ? "On chain" : `On chain, block ${countText(height)}`,
          value: signedText(chain, currency),
        },
        { name: "Our books", value: signedText(books, currency), sign: "−" },
        { name: "Difference", value: signedText(difference, currency), sign: "=", good: isZero(difference) },
      ]}
    />
  );
}

interface ActProps {
  /** Those that are followed. */
  readonly networks: readonly Network[];
  readonly onClose: () => void;
}

/** The choice of a network, if there is one. */
const networkField = (networks: readonly Network[]) =>
  networks.length < 2
    ? []
    : [
        {
          name: "network",
          label: "Network",
          initial: networks[0] ?? "",
          options: networks.map((value) => ({ value, label: NETWORK_NAMES[value] })),
        },
      ];

const chosenNetwork = (networks: readonly Network[], chosen: string | undefined): Network =>
  networks.find((network) => network === chosen) ?? networks[0] ?? NETWORKS[0];

const DESCRIPTOR_HINT = "As the signer prints it, with its checksum if it has one";

function AddWallet({ networks, onClose }: ActProps) {
  return (
    <ActDrawer
      title="Add a wallet"
      subject="wallet"
      button="Add the wallet"
      about={<p>The newest wallet of a use gives addresses from then on. Older ones stay watched.</p>}
      fields={[
        ...networkField(networks),
        {
          name: "role",
          label: "Used for",
          initial: "deposits",
          options: WALLET_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] })),
        },
        {
          name: "descriptor",
          label: "Descriptor",
          hint: DESCRIPTOR_HINT,
          lines: true,
        },
      ]}
      done="Wallet added"
      call={({ network, role, descriptor = "" }) =>
        actCall("ops.wallets.add", {
          network: chosenNetwork(networks, network),
          role: role === "treasury" ? role : "deposits",
          descriptor: descriptor.trim(),
        })
      }
      onClose={onClose}
    />
  );
}

function TakeAddress({
  networks,
  onTaken,
  onClose,
}: ActProps & { readonly onTaken: (taken: TreasuryAddress) => void }) {
  const take = trpc.ops.wallets.address.useMutation();
  return (
    <ActDrawer
      title="Take a treasury address"
      subject="address"
      fields={networkField(networks)}
      button="Take the address"
      done="Address taken"
      call={({ network }) => actCall("ops.wallets.address", { network: chosenNetwork(networks, network) })}
      run={async ({ network }) => {
        const answer = await take.mutateAsync({ network: chosenNetwork(networks, network) });
        onTaken(answer);
        return answer;
      }}
      onClose={onClose}
    />
  );
}

function Resume({
  network: { network, paused_because: reason },
  onClose,
}: {
  readonly network: CoinNetwork;
  readonly onClose: () => void;
}) {
  return (
    <ActDrawer
      title={`Resume ${NETWORK_NAMES[network]}`}
      subject={network}
      button="Ask to resume"
      about={<p>It paused itself: {reason}</p>}
      fields={[NOTE]}
      done={`${NETWORK_NAMES[network]} resumed`}
      call={({ internal_note = "" }) => actCall("ops.networks.resume", { network, internal_note })}
      onClose={onClose}
    />
  );
}

/** The transaction that a pause names. */
const NAMED = /^(?:0x)?[\da-f]{64}(?= at block \d+ spent coins)/;

function BookSpend({
  network: { network, paused_because: reason },
  onClose,
}: {
  readonly network: CoinNetwork;
  readonly onClose: () => void;
}) {
  return (
    <ActDrawer
      title={`Book a transaction on ${NETWORK_NAMES[network]}`}
      subject={network}
      button="Ask to book it"
      about={
        <p>
          For one that no batch made. Both of you see first what it paid, as the chain has it: it completes
          those withdrawals, and others are paid again.
        </p>
      }
      fields={[
        { name: "txid", label: "Transaction", initial: NAMED.exec(reason ?? "")?.[0] ?? "", lines: true },
        NOTE,
      ]}
      done="Transaction booked"
      call={({ txid = "", internal_note = "" }) =>
        actCall("ops.networks.bookSpend", { network, txid: txid.trim(), internal_note })
      }
      onClose={onClose}
    />
  );
}

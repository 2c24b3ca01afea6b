import { useQuery } from "@tanstack/react-query";
import type { CoinAddress, IncomingCoins } from "@wattle/contracts/coins";
import { currencyOf } from "@wattle/contracts/markets";
import type { Network } from "@wattle/contracts/networks";
import { displayExact } from "@wattle/exchange-core/display";
import { useState } from "react";
import { CopyRow } from "../controls/copy-row.tsx";
import { Loaded, NotLoaded } from "../controls/loaded.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { WholeAddress } from "../money/coin-address.tsx";
import { DEPOSIT_TEXTS, NETWORK_NAMES } from "../money/network-names.ts";
import { useSession } from "../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { Notice } from "../ui/notice.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { CoinArrivals } from "./coin-arrivals.tsx";
import { DepositTabs } from "./deposit-tabs.tsx";
import styles from "./crypto-screen.module.css";

/** Bringing coins in: the customer's own address, and every arrival. */
export function CryptoScreen() {
  const incoming = trpc.coins.incoming.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <>
      <ScreenHead title="Deposit crypto" lead="Send coins from any wallet to your own address." />
      <div className={styles["screen"]}>
        <div className={styles["main"]}>
          <Card className={styles["form"]}>
            <DepositTabs />
            <Loaded query={incoming} what="the coins you can deposit" lines={12}>
              {({ coins }) => <Address coins={coins} />}
            </Loaded>
          </Card>
        </div>
        <div className={styles["next"]}>
          <CoinArrivals />
        </div>
      </div>
    </>
  );
}

function Address({ coins }: { readonly coins: IncomingCoins["coins"] }) {
  const [chosen, setChosen] = useState<string>();
  const coin = coins.find(({ currency }) => currency === chosen) ?? coins[0];
  const { client } = trpc.useUtils();
  const user = useSession()?.user.id ?? "";
  // The first call makes the address; each later one answers the same.
  const address = useQuery({
    queryKey: ["coin-address", user, coin?.currency],
    queryFn: () => client.coins.address.mutate({ currency: coin?.currency ?? "" }, SHOWN_IN_PLACE.trpc),
    enabled: coin !== undefined,
    retry: false,
  });
  if (coin === undefined) {
    return (
      <EmptyState emblem={<Emblem of="deposit" />} title="No crypto deposits right now">
        We can’t take coins at the moment. Your balance isn’t affected.
      </EmptyState>
    );
  }
  return (
    <div className={styles["fields"]}>
      {coins.length > 1 && (
        <SelectField
          label="Coin"
          name="coin"
          value={coin.currency}
          options={coins.map(({ currency }) => ({
            value: currency,
            label: `${currencyOf(currency)?.full_name ?? currency} (${currency})`,
          }))}
          onChange={setChosen}
        />
      )}
      <Loaded
        query={address}
        what="your address"
        lines={10}
        failed={
          <NotLoaded
            what="your address"
            note={address.error === null ? undefined : address.error.message}
            onRetry={address.refetch}
          />
        }
      >
        {(data) => <AddressCard address={data} network={coin.network} />}
      </Loaded>
    </div>
  );
}

function AddressCard({ address, network: on }: { readonly address: CoinAddress; readonly network: Network }) {
  const { currency, deposit_min, confirmations_needed } = address;
  const network = NETWORK_NAMES[on];
  const texts = DEPOSIT_TEXTS[on];
  return (
    <>
      <Notice kind="warn">
        Send only {currency}, and only on the {network} network. {texts.notCredited}
      </Notice>
      <div className={styles["scan"]}>
        <QrCode text={address.uri} label={`QR code of your ${currency} address`} />
        <p className={styles["network"]}>{network} network only</p>
      </div>
      <CopyRow label={`Your ${currency} address`} value={address.address} loud>
        <WholeAddress address={address.address} />
      </CopyRow>
      <Facts
        facts={[
          ["Fee", "No fee"],
          ["Minimum", `${displayExact(deposit_min)} ${currency}`],
          ["Credited", texts.credited(confirmations_needed)],
        ]}
      />
    </>
  );
}

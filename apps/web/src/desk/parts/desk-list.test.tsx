import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentProps, ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-app.tsx";
import { DeskList } from "./desk-list.tsx";
import { activeKeys, useKeyboard, useKeys } from "./keys.ts";
import { byAmount, byText } from "./sorting.ts";

const saved = vi.hoisted(() => vi.fn<(...file: readonly string[]) => void>());
vi.mock("../../ui/save-file.ts", () => ({ saveFile: saved }));
afterEach(() => vi.clearAllMocks());

interface Row {
  readonly id: string;
  readonly name: string;
}
const ROWS: readonly Row[] = [
  { id: "1", name: "Ada" },
  { id: "2", name: '=HYPERLINK("x")' },
];
const opened = vi.fn<(row: Row) => void>();
const went = vi.fn<() => void>();

function Page({
  rows,
  failed = false,
}: {
  readonly rows: ComponentProps<typeof DeskList<Row>>["query"]["data"];
  readonly failed?: boolean;
}) {
  useKeyboard();
  useKeys([{ keys: "g a", does: "Go to Approvals", run: went }]);
  return (
    <>
      <input aria-label="Filter" />
      <DeskList
        caption="Customers found"
        columns={[{ key: "name", title: "Name", cell: ({ name }) => name, csv: ({ name }) => name }]}
        query={{ data: rows, isError: failed, refetch: went }}
        rowKey={({ id }) => id}
        empty={{ title: "No customers found" }}
        onOpen={opened}
      />
    </>
  );
}

describe("a list of the desk", () => {
  test.each([
    ["a full page leads on to the next, which no one has counted", 2, true],
    ["a page that is not full is the last", 3, false],
  ])("%s", async (_what, perPage, leadsOn) => {
    const meta = { current_page: 7, last_page: 5, per_page: perPage, more: true };
    await renderScreen(<Page rows={{ data: ROWS, meta }} />);
    expect(screen.queryByRole("button", { name: "Page 8" }) !== null).toBe(leadsOn);
    expect(screen.getByRole("button", { name: "Page 7" }).ariaCurrent).toBe("page");
  });

  test("j and k move, Enter opens, and g with a letter goes", async () => {
    await renderScreen(<Page rows={ROWS} />);
    await userEvent.keyboard("jjjk{Enter}");
    expect(opened.mock.calls).toEqual([[ROWS[0]]]);
    await userEvent.keyboard("ga");
    expect(went).toHaveBeenCalledTimes(1);
    expect(activeKeys().map(({ keys }) => keys)).toEqual(expect.arrayContaining(["j", "k", "g a"]));
  });

  test("the address can ask for its first row, which opens once", async () => {
    const { address } = await renderScreen(<Page rows={ROWS} />, "/?open=first");
    await waitFor(() => expect(opened.mock.calls).toEqual([[ROWS[0]]]));
    await waitFor(() => expect(address()).toBe("/"));
  });

  test("marks a column that can be missed next to a drawer, in its head and its cells", async () => {
    const name = (row: Row): string => row.name;
    const columns = [
      { key: "name", title: "Name", cell: name },
      { key: "again", title: "Again", cell: name, secondary: true },
    ];
    await renderScreen(
      <DeskList
        caption="Customers found"
        columns={columns}
        query={{ data: ROWS }}
        rowKey={({ id }) => id}
        empty={{ title: "No customers found" }}
      />,
    );
    const cells = [...screen.getAllByRole("columnheader"), ...screen.getAllByRole("cell")];
    expect(cells.map(({ className }) => className.includes("secondary"))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  test("keys are letters while a field has the focus", async () => {
    await renderScreen(<Page rows={ROWS} />);
    await userEvent.type(screen.getByLabelText("Filter"), "gaj");
    expect(went).not.toHaveBeenCalled();
    expect((screen.getByLabelText("Filter") as HTMLInputElement).value).toBe("gaj");
    // Escape leaves it, with what was typed, and they are keys again.
    await userEvent.keyboard("{Escape}ga");
    expect(went).toHaveBeenCalledTimes(1);
    expect((screen.getByLabelText("Filter") as HTMLInputElement).value).toBe("gaj");
  });

  test("its CSV file has what is shown, and no formula", async () => {
    await renderScreen(<Page rows={ROWS} />);
    await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(saved).toHaveBeenCalledWith(
      "customers-found.csv",
      'Name\r\nAda\r\n"\'=HYPERLINK(""x"")"\r\n',
      "text/csv;charset=utf-8",
    );
  });

  test.each([
    ["empty", { rows: [] }, "No customers found"],
    ["failed", { rows: undefined, failed: true }, "We couldn’t load this list"],
  ])("%s says so", async (_case, props, text) => {
    await renderScreen(<Page {...props} />);
    expect(screen.getByText(text)).toBeDefined();
  });
});

describe("which columns a list shows", () => {
  const COLUMNS = (["name", "email", "state"] as const).map((key) => ({
    key,
    title: key,
    cell: (row: Row) => `${key} of ${row.name}`,
    csv: (row: Row) => `${key} of ${row.name}`,
  }));
  const secret = {
    key: "id",
    title: "ID",
    fileOnly: true as const,
    cell: () => null,
    csv: ({ id }: Row) => id,
  };
  function List() {
    useKeyboard();
    return (
      <DeskList
        caption="People"
        columns={[...COLUMNS, secret]}
        query={{ data: ROWS.slice(0, 1) }}
        rowKey={({ id }) => id}
        empty={{ title: "No one" }}
      />
    );
  }
  const heads = (): (string | null)[] =>
    screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  afterEach(() => localStorage.clear());

  test("is chosen by keyboard, kept in the browser, and so is the file; one stays", async () => {
    const { unmount } = await renderScreen(<List />, "/people");
    expect(heads()).toEqual(["name", "email", "state"]);
    await userEvent.keyboard("q");
    await userEvent.click(await screen.findByRole("checkbox", { name: "email" }));
    await userEvent.keyboard("{Escape}");
    expect(heads()).toEqual(["name", "state"]);
    await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(saved.mock.calls[0]?.[1]).toBe("name,state,ID\r\nname of Ada,state of Ada,1\r\n");
    unmount();
    await renderScreen(<List />, "/people");
    expect(heads()).toEqual(["name", "state"]);
    await userEvent.keyboard("q");
    for (const name of ["name", "state"])
      await userEvent.click(await screen.findByRole("checkbox", { name }));
    await userEvent.keyboard("{Escape}");
    expect(heads()).toEqual(["state"]);
  });
});

describe("how a list is sorted", () => {
  const PAID = [
    { id: "1", name: "Zoe", amount: "9.00", kind: "late" },
    { id: "2", name: "Ada", amount: "10.00", kind: "new" },
    { id: "3", name: "bob", amount: "-1.00", kind: "late" },
  ] as const;
  type Paid = Readonly<Record<"id" | "name" | "amount" | "kind", string>>;
  const MORE = [...PAID, ...["4", "5"].map((id) => ({ ...PAID[0], id, name: `Eve ${id}` }))] as const;
  function List({
    grouped = false,
    rows = PAID,
  }: {
    readonly grouped?: boolean;
    readonly rows?: readonly Paid[];
  }) {
    useKeyboard();
    return (
      <DeskList<Paid>
        caption="Paid"
        columns={[
          {
            key: "name",
            title: "Name",
            cell: ({ name }) => name,
            sort: byText(({ name }) => name),
            csv: ({ name }) => name,
          },
          {
            key: "amount",
            title: "Amount",
            cell: ({ amount }) => amount,
            sort: byAmount(({ amount }) => amount),
          },
          { key: "kind", title: "Kind", cell: ({ kind }) => kind },
        ]}
        query={{ data: rows }}
        rowKey={({ id }) => id}
        {...(grouped && { groupOf: ({ kind }: Paid) => kind })}
        empty={{ title: "No one" }}
        onOpen={({ name }) => opened({ id: "", name })}
      />
    );
  }
  const shown = () =>
    screen.getAllByRole("cell", { name: /^(Zoe|Ada|bob)$/ }).map((cell) => cell.textContent);
  const sorts = () => screen.getAllByRole("columnheader").map((head) => head.getAttribute("aria-sort"));

  test("a press on a head goes up, down, and back to how the server gives it; the address says it", async () => {
    const page = await renderScreen(<List />, "/paid?state=all");
    expect(shown()).toEqual(["Zoe", "Ada", "bob"]);
    const head = screen.getByRole("button", { name: "Amount" });
    expect(head.title).toBe("Sorts the rows that are shown");
    head.focus();
    const steps = [
      ["ascending", ["bob", "Zoe", "Ada"], "/paid?state=all&sort=amount"],
      ["descending", ["Ada", "Zoe", "bob"], "/paid?state=all&sort=-amount"],
      [null, ["Zoe", "Ada", "bob"], "/paid?state=all"],
    ] as const;
    for (const [how, names, address] of steps) {
      await userEvent.keyboard("{Enter}");
      await waitFor(() => expect(sorts()).toEqual([null, how, null]));
      expect(shown()).toEqual(names);
      expect(page.address()).toBe(address);
    }
    expect(screen.queryByRole("button", { name: "Kind" })).toBeNull();
  });

  test("a link shows the same; j, Enter and the file go by what is shown", async () => {
    await renderScreen(<List />, "/paid?sort=-amount");
    expect(sorts()).toEqual([null, "descending", null]);
    await userEvent.keyboard("jj{Enter}");
    expect(opened.mock.calls).toEqual([[{ id: "", name: "Zoe" }]]);
    await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(saved.mock.calls[0]?.[1]).toBe("Name\r\nAda\r\nZoe\r\nbob\r\n");
    await userEvent.click(screen.getByRole("button", { name: "Name" }));
    await waitFor(() => expect(sorts()).toEqual(["ascending", null, null]));
    expect(shown()).toEqual(["Ada", "bob", "Zoe"]);
  });

  describe("on a phone", () => {
    const phone = Object.assign(new EventTarget(), { matches: true });
    const show = (list: ReactNode, address: string) => {
      vi.spyOn(window, "matchMedia").mockReturnValue(phone as MediaQueryList);
      return renderScreen(list, address);
    };

    test("the order of five rows is chosen, both ways, and the address says it", async () => {
      const page = await show(<List rows={MORE} />, "/paid");
      const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Sort" });
      expect([...choice.options].map(({ text }) => text)).toEqual([
        "As listed",
        "Name ↑",
        "Name ↓",
        "Amount ↑",
        "Amount ↓",
      ]);
      await userEvent.selectOptions(choice, "Amount ↓");
      await waitFor(() => expect(page.address()).toBe("/paid?sort=-amount"));
      expect(shown()).toEqual(["Ada", "Zoe", "bob"]);
      await userEvent.selectOptions(choice, "As listed");
      await waitFor(() => expect(page.address()).toBe("/paid"));
    });

    test("fewer rows have none", async () => {
      await show(<List />, "/paid");
      expect(screen.queryByRole("combobox")).toBeNull();
    });
  });

  test("rows stay under their headings", async () => {
    await renderScreen(<List grouped />, "/paid?sort=name");
    expect(shown()).toEqual(["bob", "Zoe", "Ada"]);
  });

  test.each(["kind", "-", "nothing"])(
    "a link that asks for %s shows it as the server gives it",
    async (sort) => {
      await renderScreen(<List />, `/paid?sort=${sort}`);
      expect(shown()).toEqual(["Zoe", "Ada", "bob"]);
      expect(sorts()).toEqual([null, null, null]);
    },
  );
});

describe("a list of 5,000 rows", () => {
  const MANY: readonly Row[] = Array.from({ length: 5_000 }, (_, index) => ({
    id: `${index + 1}`,
    name: `Name ${index + 1}`,
  }));
  const drawn = () => [...document.querySelectorAll<HTMLElement>("tbody tr:not([aria-hidden])")];
  const focused = () => document.activeElement?.textContent;
  const rowNumber = () => document.activeElement?.getAttribute("aria-rowindex");

  function Grouped() {
    useKeyboard();
    return (
      <DeskList<Row>
        caption="Many"
        columns={[{ key: "name", title: "Name", cell: ({ name }) => name, csv: ({ name }) => name }]}
        query={{ data: MANY }}
        rowKey={({ id }) => id}
        groupOf={({ id }) => (Number(id) <= 10 ? "First ten" : "Rest")}
        empty={{ title: "No one" }}
        onOpen={opened}
        openKey="3000"
      />
    );
  }

  test("has fewer than 150 in the page, and says how many there are and which these are", async () => {
    await renderScreen(<Grouped />);
    await waitFor(() => expect(document.querySelector("tr[data-index]")).not.toBeNull());
    expect(drawn().length).toBeLessThan(150);
    // The head and two headings are rows, too.
    expect(screen.getByRole("table", { name: "Many" }).getAttribute("aria-rowcount")).toBe("5003");
    const [heading, first] = drawn();
    expect([heading?.textContent, heading?.getAttribute("aria-rowindex")]).toEqual(["First ten", "2"]);
    expect([first?.textContent, first?.getAttribute("aria-rowindex")]).toEqual(["Name 1", "3"]);
    expect(drawn()[11]?.textContent).toBe("Rest");
    // The open row is always drawn: a finished act goes on from there.
    expect(document.querySelector("tr[aria-current]")?.textContent).toBe("Name 3000");
    await userEvent.keyboard("j{Enter}");
    expect(opened.mock.calls).toEqual([[MANY[3_000]]]);
  });

  test("j, k, End and Home go through all of them, Enter opens, and the file has all", async () => {
    await renderScreen(<Page rows={MANY} />);
    await waitFor(() => expect(document.querySelector("tr[data-index]")).not.toBeNull());
    await userEvent.keyboard("j".repeat(60));
    expect([focused(), rowNumber()]).toEqual(["Name 60", "61"]);
    expect(drawn().length).toBeLessThan(150);
    await userEvent.keyboard("{End}");
    expect([focused(), rowNumber()]).toEqual(["Name 5000", "5001"]);
    await userEvent.keyboard("jkk{Enter}");
    expect(opened.mock.calls).toEqual([[MANY[4_997]]]);
    await userEvent.keyboard("{Home}k");
    expect(focused()).toBe("Name 1");
    expect(drawn().length).toBeLessThan(150);
    await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(saved.mock.calls[0]?.[1]).toMatch(/^Name\r\nName 1\r\n.*\r\nName 5000\r\n$/s);
  });
});

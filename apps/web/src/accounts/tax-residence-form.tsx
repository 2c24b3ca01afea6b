import type { FieldErrors } from "@wattle/contracts/errors";
import type { TaxResidences } from "@wattle/contracts/tax-residences";
import {
  cleanTin,
  MOST_TAX_RESIDENCES,
  NO_TIN_REASONS,
  NO_TIN_WORDS,
  tinName,
  tinProblem,
} from "@wattle/contracts/tin-rules";
import { useRef, useState } from "react";
import { useCountryOptions } from "./country-options.ts";
import { Button } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertRefusal } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import settings from "../ui/settings.module.css";
import styles from "./settings-list.module.css";

const PARTS = ["country", "no_tin_reason", "tin"] as const;
type Part = (typeof PARTS)[number];

/** Name of a field of the form. A row keeps its number when another one goes. */
const fieldName = (row: number, part: Part): string => `${row}.${part}`;
const partOf = (name: string): Part | undefined => PARTS.find((part) => name.endsWith(`.${part}`));

const hasNumber = (row: number, values: Readonly<Record<string, string>>): boolean =>
  values[fieldName(row, "no_tin_reason")] === "";

/** The countries that a customer is resident in for tax, with the number that each has given. */
export function TaxResidenceForm({ country }: { readonly country: string }) {
  const known = trpc.tax.residences.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <Loaded query={known} what="your tax residence" lines={6}>
      {(residences) => <Residences known={residences} country={country} />}
    </Loaded>
  );
}

interface ResidencesProps {
  readonly known: TaxResidences;
  /** The country that the first row begins with. */
  readonly country: string;
}

function Residences({ known, country }: ResidencesProps) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(() =>
    known.certified ? known.residences : [{ country, tin: null, no_tin_reason: null }],
  );
  const [rows, setRows] = useState(() => first.map((_residence, row) => row));
  const checked = useCheckedForm<string>({
    fields: [...rows.flatMap((row) => PARTS.map((part) => fieldName(row, part))), "certified"],
    form,
    initial: Object.fromEntries(
      first.flatMap((residence, row) => [
        [fieldName(row, "country"), residence.country],
        [fieldName(row, "no_tin_reason"), residence.no_tin_reason ?? ""],
      ]),
    ),
    problemOf: (name, value, all) => {
      if (name === "certified") return value === "" ? "Confirm that this is true" : undefined;
      const row = Number.parseInt(name, 10);
      if (partOf(name) === "country") {
        const isTwice = rows.some((other) => other < row && all[fieldName(other, "country")] === value);
        return value === "" ? "Choose a country" : isTwice ? "You have named this country" : undefined;
      }
      if (partOf(name) !== "tin" || !hasNumber(row, all)) return undefined;
      if (value.trim() === "") return "Enter the number, or say why there is none";
      return tinProblem(all[fieldName(row, "country")] ?? "", cleanTin(value));
    },
  });
  const { values, problems, set, check, refuse } = checked;
  const certify = trpc.tax.certifyResidences.useMutation({
    onSuccess: (kept) => {
      utils.tax.residences.setData(undefined, kept);
      showAlert({ type: "success", text: "Tax residence saved" });
    },
    onError: (error) => alertRefusal("Save tax residence", error, (errors) => refuse(atRows(errors, rows))),
  });
  const submit = (): void => {
    if (certify.isPending || !check()) return;
    const residences = rows.map((row) => {
      const reason = NO_TIN_REASONS.find((each) => each === values[fieldName(row, "no_tin_reason")]);
      const tin = reason === undefined ? (values[fieldName(row, "tin")] ?? "") : null;
      return { country: values[fieldName(row, "country")] ?? "", tin, no_tin_reason: reason };
    });
    certify.mutate({ residences, certified: true });
  };
  return (
    <Form ref={form} className={settings["form"]} onSubmit={submit}>
      <p className={settings["lead"]}>
        Tax law makes us ask. Name each country where you are resident for tax; most people have one.
        {known.certified && " To change anything, enter your numbers again: we show only their ends."}
      </p>
      {rows.map((row, place) => (
        <fieldset key={row} className={styles["residence"]}>
          <legend className="visually-hidden">{`Country ${place + 1}`}</legend>
          <Residence row={row} checked={checked} before={first[row]} />
          {place > 0 && place === rows.length - 1 && (
            <div>
              <Button kind="quiet" onClick={() => setRows(rows.slice(0, -1))}>
                Remove this country
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {rows.length < MOST_TAX_RESIDENCES && (
        <div>
          <Button kind="quiet" onClick={() => setRows([...rows, Math.max(...rows) + 1])}>
            Add another country
          </Button>
        </div>
      )}
      <Checkbox
        name="certified"
        value="yes"
        checked={values["certified"] !== ""}
        error={problems["certified"]}
        label="I certify that this is true and complete, and will tell you within 30 days if it changes."
        onChange={(checked) => set("certified", checked ? "yes" : "")}
      />
      <div>
        <Button type="submit" loading={certify.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

interface ResidenceProps {
  readonly row: number;
  readonly checked: ReturnType<typeof useCheckedForm<string>>;
  /** As it is kept now; undefined for a new one. */
  readonly before: TaxResidences["residences"][number] | undefined;
}

/** A country, and the number that it has given. */
function Residence({ row, checked: { field, values, problems, set }, before }: ResidenceProps) {
  const [country, reason, tin] = [
    fieldName(row, "country"),
    fieldName(row, "no_tin_reason"),
    fieldName(row, "tin"),
  ];
  const chosen = values[country] ?? "";
  const kept = before?.country === chosen ? before.tin : null;
  return (
    <>
      <SelectField
        label="Country of tax residence"
        name={country}
        value={chosen}
        options={useCountryOptions()}
        placeholder="Choose"
        error={problems[country]}
        onChange={(value) => set(country, value)}
      />
      <SelectField
        label="Do you have a tax number there?"
        name={reason}
        value={values[reason] ?? ""}
        options={[
          { value: "", label: "Yes" },
          ...NO_TIN_REASONS.map((each) => ({ value: each, label: `No: ${NO_TIN_WORDS[each]}` })),
        ]}
        error={problems[reason]}
        onChange={(value) => set(reason, value)}
      />
      {hasNumber(row, values) && (
        <TextField
          {...field(tin)}
          label={tinName(chosen)}
          autoComplete="off"
          spellCheck={false}
          {...(kept !== null && { hint: `Kept now: ${kept}` })}
        />
      )}
    </>
  );
}

/** The server's messages, which name a row by its place, by the names of the form. */
function atRows(errors: FieldErrors, rows: readonly number[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const [, place = "", part = ""] = /^residences\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const row = rows.find((_row, at) => String(at) === place);
      return [part === "" || row === undefined ? path : `${row}.${part}`, messages];
    }),
  );
}

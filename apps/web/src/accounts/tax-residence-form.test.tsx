import type { TaxResidences } from "@wattle/contracts/tax-residences";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { TaxResidenceForm } from "./tax-residence-form.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

const NONE: TaxResidences = { residences: [], certified: false, certified_at: null };
const KEPT: TaxResidences = {
  residences: [{ country: "AU", tin: "••••••782", no_tin_reason: null }],
  certified: true,
  certified_at: "2026-11-27T00:00:00.000Z",
};

async function show(known: TaxResidences, certify: () => unknown = () => KEPT) {
  const api = standInApi({ "tax.residences": () => known, "tax.certifyResidences": certify });
  await renderScreen(<TaxResidenceForm country="AU" />, "/dashboard/personal-information");
  await screen.findByLabelText("Country of tax residence");
  return api;
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const certifies = () => userEvent.click(screen.getByRole("checkbox"));

test("the account's country comes first; a number is judged by its country, and nothing is sent before it fits", async () => {
  const api = await show(NONE);
  await save();
  expect(screen.getByText("Enter the number, or say why there is none")).toBeDefined();
  expect(screen.getByText("Confirm that this is true")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Tax file number (TFN)"), "123 456 783");
  await certifies();
  await save();
  expect(screen.getByText("Not a tax file number. Check it.")).toBeDefined();
  expect(api.inputs("tax.certifyResidences")).toEqual([]);

  await userEvent.clear(screen.getByLabelText("Tax file number (TFN)"));
  await userEvent.type(screen.getByLabelText("Tax file number (TFN)"), "123 456 782");
  await save();
  await waitFor(() =>
    expect(api.inputs("tax.certifyResidences")).toEqual([
      { residences: [{ country: "AU", tin: "123 456 782" }], certified: true },
    ]),
  );
});

test("another country without a number says why, and its refusal is shown at its row", async () => {
  const api = await show(NONE, () => {
    throw new Refusal("validation_failed", { "residences.1.country": ["You have named this country"] });
  });
  await userEvent.type(screen.getByLabelText("Tax file number (TFN)"), "123456782");
  await userEvent.click(screen.getByRole("button", { name: "Add another country" }));
  const [, second] = screen.getAllByLabelText("Country of tax residence");
  await userEvent.selectOptions(second as HTMLElement, "NZ");
  const [, reason] = screen.getAllByLabelText("Do you have a tax number there?");
  await userEvent.selectOptions(reason as HTMLElement, "applied_for");
  expect(screen.queryByLabelText("IRD number")).toBeNull();
  await certifies();
  await save();
  await screen.findByText("You have named this country");
  expect(api.inputs("tax.certifyResidences")).toEqual([
    {
      residences: [
        { country: "AU", tin: "123456782" },
        { country: "NZ", tin: null, no_tin_reason: "applied_for" },
      ],
      certified: true,
    },
  ]);
  expect(document.activeElement).toBe(second);
});

test("what is kept is shown by its end, and a country named twice is refused before it is sent", async () => {
  const api = await show(KEPT);
  expect(screen.getByText("Kept now: ••••••782")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Tax file number (TFN)"), "123456782");
  await userEvent.click(screen.getByRole("button", { name: "Add another country" }));
  const [, second] = screen.getAllByLabelText("Country of tax residence");
  await userEvent.selectOptions(second as HTMLElement, "AU");
  await certifies();
  await save();
  expect(screen.getByText("You have named this country")).toBeDefined();
  expect(api.inputs("tax.certifyResidences")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Remove this country" }));
  await save();
  await waitFor(() => expect(api.inputs("tax.certifyResidences")).toHaveLength(1));
});

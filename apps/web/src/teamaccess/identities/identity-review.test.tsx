import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { IDENTITY_CHECKS } from "@wattle/contracts/identity-checks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import type { CustomerFile } from "../answers.ts";
import { useKeyboard } from "../parts/keys.ts";
import { IdentityReview } from "./identity-review.tsx";

const onNext = vi.fn<() => void>();
beforeEach(() => onNext.mockClear());
afterEach(() => vi.unstubAllGlobals());

const FILE = {
  user: {
    id: "mary",
    first_name: "Mary",
    last_name: "Applicant",
    email: "mary@mail.example",
    status: "pending",
  },
  identity: {
    form: { first_name: "Mary", document_number: "PA1234567" },
    documents: [
      { id: "photo-1", side: "front", media_type: "image/png" },
      { id: "photo-2", side: "selfie", media_type: "image/png" },
    ],
    submitted_at: "2026-11-22T07:51:00.000Z",
    decided_at: null,
  },
  duplicates: [
    {
      id: "dan",
      first_name: "Dan",
      last_name: "Mercer",
      email: "dan@mail.example",
      shares: ["document_number"],
    },
  ],
} as unknown as CustomerFile;

function Page() {
  useKeyboard();
  return <IdentityReview file={FILE} next={undefined} onNext={onNext} />;
}

test("every check is ticked before Verify, by keyboard, and kept with the decision; then the next opens", async () => {
  const api = standInApi({ "ops.customers.verify": () => ({}) });
  await renderScreen(<Page />);
  expect(screen.getByText("PA1234567")).toBeDefined();
  expect(screen.getByText("Same document number")).toBeDefined();
  expect(screen.getByText("Every photo that opens here is in the audit log, with your name.")).toBeDefined();
  await userEvent.keyboard("123456v");
  expect(api.inputs("ops.customers.verify")).toEqual([]);
  await userEvent.keyboard("7v");
  await waitFor(() => expect(onNext).toHaveBeenCalledTimes(1));
  expect(api.inputs("ops.customers.verify")).toEqual([{ id: "mary", checks: [...IDENTITY_CHECKS] }]);
});

test("photos are chosen, enlarged and turned by keyboard", async () => {
  standInApi({});
  await renderScreen(<Page />);
  expect(screen.getByAltText("Front").getAttribute("src")).toBe("/api/ops/documents/photo-1");
  await userEvent.keyboard("+t");
  expect(screen.getByAltText("Front").style).toMatchObject({ width: "125%", rotate: "90deg" });
  await userEvent.keyboard("s");
  expect(screen.getByAltText("Selfie").style).toMatchObject({ width: "100%", rotate: "0deg" });
});

test("is sent back with a text that fits often, which the customer reads", async () => {
  const api = standInApi({ "ops.customers.reject": () => ({}) });
  await renderScreen(<Page />);
  await userEvent.keyboard("b");
  await userEvent.click(await screen.findByRole("button", { name: /^The photo is blurred/ }));
  expect(screen.getByText(/^We couldn’t verify your details: The photo is blurred/)).toBeDefined();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onNext).toHaveBeenCalledTimes(1));
  expect(api.inputs("ops.customers.reject")).toEqual([
    { id: "mary", message: "The photo is blurred. Take it again in good light." },
  ]);
});

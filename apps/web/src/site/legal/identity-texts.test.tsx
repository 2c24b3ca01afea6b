import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderScreen } from "../../testing/render-app.tsx";
import { AmlPage } from "./aml-page.tsx";
import { PrivacyPage } from "./privacy-page.tsx";

test("the legal drafts are true also where a firm checks identities for us", async () => {
  await renderScreen(
    <>
      <AmlPage />
      <PrivacyPage />
    </>,
  );
  expect(screen.getByText(/taken here or at a firm that checks identities for us/)).toBeDefined();
  expect(screen.getByText(/It keeps its own copy/)).toBeDefined();
  expect(screen.queryByText(/not sent to anyone else|we tell you why/)).toBeNull();
});

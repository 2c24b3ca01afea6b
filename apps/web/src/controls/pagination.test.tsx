import { fireEvent, render as renderBare, screen } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { ReactElement } from "react";
import { pageItems, safePage, type PageItem } from "./page-numbers.ts";
import { Pagination } from "./pagination.tsx";
import { MantineFrame } from "./theme/frame.tsx";

const render = (element: ReactElement) => renderBare(element, { wrapper: MantineFrame });

describe("page numbers: range 3, margin 1", () => {
  test.each<[string, number, number, PageItem[]]>([
    ["one page", 1, 1, [1]],
    ["no page counts as one", 1, 0, [1]],
    ["few pages all stand", 2, 4, [1, 2, 3, 4]],
    ["the first of many", 1, 12, [1, 2, 3, "gap-after", 12]],
    ["the middle of many", 6, 12, [1, "gap-before", 5, 6, 7, "gap-after", 12]],
    ["the last of many", 12, 12, [1, "gap-before", 10, 11, 12]],
    ["a gap of one page shows the page", 4, 12, [1, 2, 3, 4, 5, "gap-after", 12]],
    ["beyond the last counts as the last", 99, 12, [1, "gap-before", 10, 11, 12]],
  ])("%s", (_title, page, last, items) => {
    expect(pageItems(page, last)).toEqual(items);
  });

  test.each([
    [0, 5, 1],
    [-3, 5, 1],
    [Number.NaN, 5, 1],
    [Number.POSITIVE_INFINITY, 5, 1],
    [2.9, 5, 2],
    [9, 5, 5],
    [1, 0, 1],
  ])("page %s of %s is page %s", (page, last, safe) => {
    expect(safePage(page, last)).toBe(safe);
  });

  test("first, current and last always stand, in order, each once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (page, last) => {
        const numbers = pageItems(page, last).filter((item) => typeof item === "number");
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers).toEqual(expect.arrayContaining([1, safePage(page, last), last]));
        expect(numbers.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe("pagination", () => {
  test("says which page one is on, and moves", () => {
    const onPage = vi.fn<(page: number) => void>();
    render(<Pagination label="Pages" page={6} lastPage={12} onPage={onPage} />);
    expect(screen.getByRole("button", { current: "page" }).textContent).toBe("6");
    fireEvent.click(screen.getByRole("button", { name: "Page 7" }));
    fireEvent.click(screen.getByRole("button", { name: "Previous" }));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(onPage.mock.calls).toEqual([[7], [5], [7]]);
  });

  test("the ends lead nowhere", () => {
    const onPage = vi.fn<(page: number) => void>();
    render(<Pagination label="Pages" page={1} lastPage={2} onPage={onPage} />);
    fireEvent.click(screen.getByRole("button", { name: "Previous" }));
    fireEvent.click(screen.getByRole("button", { name: "Page 1" }));
    expect(onPage).not.toHaveBeenCalled();
  });

  test("a single page needs none", () => {
    const { container } = render(<Pagination label="Pages" page={1} lastPage={1} onPage={() => undefined} />);
    expect(container.textContent).toBe("");
  });
});

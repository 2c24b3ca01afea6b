import { expect, test } from "vitest";
import { SharedAnswer } from "./shared-answer.ts";

test("callers share a question that is put after they ask, and one failure is not the next caller's", async () => {
  const put: PromiseWithResolvers<number>[] = [];
  const shared = new SharedAnswer(() => {
    const question = Promise.withResolvers<number>();
    put.push(question);
    return question.promise;
  });
  const first = shared.ask();
  const later = [shared.ask(), shared.ask(), shared.ask()];
  expect(put).toHaveLength(1);
  put[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => put).toHaveLength(2);

  const last = shared.ask();
  put[1]?.reject(new Error("away"));
  for (const each of await Promise.allSettled(later)) expect(each.status).toBe("rejected");
  await expect.poll(() => put).toHaveLength(3);
  put[2]?.resolve(3);
  expect(await last).toBe(3);

  const afterwards = shared.ask();
  expect(put).toHaveLength(4);
  put[3]?.resolve(4);
  expect(await afterwards).toBe(4);
});

import { appendFileSync } from "node:fs";
import type { TestCase as Journey, TestError, TestResult } from "@playwright/test/reporter";
import type { SerializedError } from "vitest";
import type { TestCase, TestModule } from "vitest/node";

/** A test that ran, or a file or runner that failed outside its tests. */
export interface Outcome {
  /** Its path; empty if it belongs to no file. */
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  /** Problems; empty if there were none. */
  readonly message: string;
}

type Problem = Pick<TestError, "message" | "stack">;

const messageOf = (problems: readonly Problem[]): string =>
  problems.map(({ message = "", stack = message }) => stack).join("\n");

/** A reporter of both Vitest and Playwright: it writes each outcome as a line of JSON into the file TEST_OUTCOMES. */
export default class TestOutcomes {
  readonly #file = process.env["TEST_OUTCOMES"] ?? "";

  #write(outcome: Outcome): void {
    appendFileSync(this.#file, `${JSON.stringify(outcome)}\n`);
  }

  /** Vitest: a test. */
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== "passed" && state !== "failed") return;
    const outcome = { passed: state === "passed", message: messageOf(errors) };
    this.#write({ file: test.module.moduleId, name: test.fullName, ...outcome });
  }

  /** Vitest: a file, which can fail without a test of it, such as if it does not load. */
  onTestModuleEnd(module: TestModule): void {
    const hasFailedTests = [...module.children.allTests("failed")].length > 0;
    if (module.state() !== "failed" || hasFailedTests) return;
    const errors = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ];
    this.#write({ file: module.moduleId, name: "the file", passed: false, message: messageOf(errors) });
  }

  /** Vitest: the end. */
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) this.onError(error);
  }

  /** Playwright: a test. */
  onTestEnd(test: Journey, { errors }: TestResult): void {
    const outcome = test.outcome();
    if (outcome === "skipped") return;
    const name = `${test.title} (${test.parent.project()?.name ?? ""})`;
    this.#write({
      file: test.location.file,
      name,
      passed: outcome === "expected",
      message: messageOf(errors),
    });
  }

  /** Playwright: a failure outside tests. */
  onError(error: Problem): void {
    this.#write({ file: "", name: "outside the tests", passed: false, message: messageOf([error]) });
  }
}

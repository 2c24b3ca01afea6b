import { NotLoaded } from "../../controls/loaded.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

interface ReportFailedProps {
  readonly error: Parameters<typeof callFailure>[0];
  readonly onAgain: () => unknown;
}

/** Says what is wrong with the days that were asked for, or that the report did not load. */
export function ReportFailed({ error, onAgain }: ReportFailedProps) {
  const failure = callFailure(error);
  if (failure.code === "validation_failed") {
    return (
      <EmptyState title={Object.values(failure.errors ?? {})[0]?.[0] ?? failureText(failure)}>
        Choose another period.
      </EmptyState>
    );
  }
  return <NotLoaded what="this report" onRetry={onAgain} />;
}

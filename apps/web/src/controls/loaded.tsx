import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state.tsx";
import { Button } from "./button.tsx";
import { Skeleton } from "./skeleton.tsx";

interface NotLoadedProps {
  /** In the words of the sentence: `your tokens`. */
  readonly what: string;
  /** Says that nothing is lost. */
  readonly note?: ReactNode;
  readonly onRetry: () => unknown;
}

export function NotLoaded({ what, note, onRetry }: NotLoadedProps) {
  return (
    <EmptyState
      title={`We couldn’t load ${what}`}
      action={
        <Button kind="quiet" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {note}
    </EmptyState>
  );
}

/** A call's answer, as react-query gives it. */
export interface Answer<Data> {
  readonly data: Data | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
  /** Others are coming: the old data stay. */
  readonly isPlaceholderData?: boolean;
}

interface LoadedProps<Data> extends Pick<NotLoadedProps, "what" | "note"> {
  readonly query: Answer<Data>;
  /** Lines of the skeleton, which keeps the place of the content. */
  readonly lines?: number;
  /** Keeps the place of content that looks like no lines. */
  readonly ahead?: ReactNode;
  /** Shown instead of a button to try again, if a second call would fail as well. */
  readonly failed?: ReactNode;
  /** Shown instead of an empty list. */
  readonly empty?: ReactNode;
  /** Left out by a screen that shows its content in another place. */
  readonly children?: (data: Data) => ReactNode;
}

/** Content of the server: a skeleton until it is there, a button to try again if it does not come. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, what, note, lines = 0, ahead = <Skeleton lines={lines} />, failed, empty, children } = props;
  const { data, isError, refetch } = query;
  if (empty !== undefined && Array.isArray(data) && data.length === 0) return empty;
  if (data !== undefined) return children?.(data);
  if (isError) return failed ?? <NotLoaded what={what} note={note} onRetry={refetch} />;
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading {what}</span>
      {ahead}
    </div>
  );
}

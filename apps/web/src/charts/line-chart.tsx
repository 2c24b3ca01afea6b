import { dateText } from "@wattle/contracts/days";
import { displayDecimal, displayMoment } from "@wattle/exchange-core/display";
import { useMemo, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react";
import { classNames } from "../ui/class-names.ts";
import { shortDayText, tickText } from "../ui/moments.ts";
import {
  knownFrom,
  marksByIndex,
  movedBy,
  wordsOf,
  type ChartMark,
  type ChartPoint,
} from "./chart-points.ts";
import { chartScale, HEIGHT, type ChartScale } from "./scale.ts";
import { barsPath, linePaths, PATH_SIZE, placesOf, type ChartPlace } from "./line-paths.ts";
import styles from "./line-chart.module.css";

/** A value to compare the line with, drawn as a dotted line where it is within the chart. */
export interface ChartLevel {
  /** Plain decimal text. */
  readonly value: string;
  /** Two short lines at the right axis: a few words, and the figure. */
  readonly label: string;
  readonly figure: string;
  /** The chart grows to show it. */
  readonly grows?: boolean;
}

interface LineChartProps {
  /** Name of the line for assistive technology: 'Worth of your portfolio'. */
  readonly label: string;
  /** Oldest first, at even distances but for the last. */
  readonly points: readonly ChartPoint[];
  readonly marks?: readonly ChartMark[];
  readonly level?: ChartLevel | undefined;
  /** A value for people: `1,240.00 AUD`. */
  readonly format: (value: string) => string;
  /** Newer points are on their way: the old ones stay, dimmed. */
  readonly stale?: boolean;
  /** Each point is a sum over a day, `at` is its midnight in UTC: days are named and seen from zero, a few of them as bars. */
  readonly daily?: boolean;
  /** The page has its points in a list: they are not offered as a table. */
  readonly isListed?: boolean;
  /** The zone that times are in; without it that of the browser. */
  readonly timeZone?: string;
}

/** How points in time are written: in full, and under the line. */
interface TimeTexts {
  readonly head: string;
  readonly full: (at: number) => string;
  readonly tick: (at: number, span: number, isLast: boolean) => string;
}
const momentsIn = (timeZone: string | undefined): TimeTexts => ({
  head: "Time",
  full: (at) => displayMoment(at, timeZone),
  tick: (at, span, isLast) => (isLast ? "Now" : tickText(at, span, timeZone)),
});
const DAYS: TimeTexts = {
  head: "Day",
  full: (at) => dateText(at, "UTC"),
  tick: (at) => shortDayText(at, "UTC"),
};

const decimalsOf = (text: string): number => (text.includes(".") ? 2 : 0);

/** The figure at a line, with as many decimals as its neighbours. */
const lineText = (line: string, lines: ChartScale["lines"]): string =>
  displayDecimal(line, Math.max(...lines.map(({ value }) => decimalsOf(value))));

/** Room for the longest of them at the right of the plot, never less than the usual price needs. */
function labelsWidth(lines: ChartScale["lines"], level: ChartLevel | undefined): string {
  const figures = lines.map(({ value }) => lineText(value, lines));
  const longest = Math.max(
    ...[...figures, level?.figure ?? "", level?.label ?? ""].map(({ length }) => length),
  );
  return `max(4.5rem, ${longest * 0.5 + 0.5}rem)`;
}

const leftOf = ({ x }: ChartPlace): { left: string } => ({ left: `${x * 100}%` });
const placeOf = (place: ChartPlace): { left: string; top: string } => ({
  ...leftOf(place),
  top: `${place.y * 100}%`,
});

const NO_MARKS: readonly ChartMark[] = [];
/** More days than a month are a line. */
const MOST_BARS = 31;

/**
 * A line over time between three hairlines: with a crosshair for pointer and keys, and all its points as a table.
 */
export function LineChart(props: LineChartProps) {
  const { label, points, marks = NO_MARKS, level, format, stale = false, daily = false, timeZone } = props;
  const { isListed = false } = props;
  const [asTable, setAsTable] = useState(false);
  const times = daily ? DAYS : momentsIn(timeZone);
  const seen = level?.grows === true ? level.value : undefined;
  const scale = useMemo(
    () =>
      chartScale(
        points.map(({ value }) => value),
        daily ? "0" : seen,
      ),
    [points, daily, seen],
  );
  if (scale === undefined) return null;
  const shownLevel = level !== undefined && scale.heightOf(level.value) !== undefined ? level : undefined;
  const asBars = daily && points.length <= MOST_BARS;
  return (
    <figure
      className={classNames(styles["chart"], stale && styles["stale"])}
      style={{ "--labels": labelsWidth(scale.lines, shownLevel) } as CSSProperties}
      aria-busy={stale || undefined}
    >
      {asTable ? (
        <PointTable label={label} points={points} marks={marks} format={format} times={times} />
      ) : (
        <Plot
          key={asBars ? "bars" : "line"}
          asBars={asBars}
          label={label}
          points={points}
          marks={marks}
          level={shownLevel}
          format={format}
          scale={scale}
          times={times}
        />
      )}
      <div className={asBars && isListed ? undefined : styles["foot"]}>
        {!isListed && (
          <button type="button" className={styles["toggle"]} onClick={() => setAsTable(!asTable)}>
            {asTable ? "Show as chart" : "Show as table"}
          </button>
        )}
      </div>
    </figure>
  );
}

interface PlotProps extends Required<Pick<LineChartProps, "label" | "points" | "marks" | "format">> {
  readonly level: ChartLevel | undefined;
  readonly scale: ChartScale;
  readonly times: TimeTexts;
  /** Its points are drawn as bars. */
  readonly asBars: boolean;
}

function Plot({ asBars, label, points, marks, level, format, scale, times }: PlotProps) {
  const places = useMemo(() => placesOf(scale.heights), [scale.heights]);
  const [index, setIndex] = useState<number>();
  const marked = useMemo(() => marksByIndex(points, marks), [points, marks]);
  const last = points.length - 1;
  const shown = index !== undefined && index <= last ? index : undefined;
  const textOf = (at: number | undefined): string => {
    const point = at === undefined ? undefined : points[at];
    if (at === undefined || point?.value == null) return "";
    return [`${times.full(point.at)}: ${format(point.value)}`, ...wordsOf(marked.get(at))].join(", ");
  };
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const wanted = Math.round(((event.clientX - left) / width) * last);
    setIndex(knownFrom(points, Math.max(0, Math.min(last, wanted)), -1) ?? knownFrom(points, 0, 1));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && shown !== undefined) {
      event.stopPropagation();
      setIndex(undefined);
      return;
    }
    const next = movedBy(event.key, shown, points);
    if (next === undefined) return;
    event.preventDefault();
    setIndex(next);
  };
  const end = places[last];
  const here = shown === undefined ? undefined : places[shown];
  return (
    <>
      <div className={styles["plot"]}>
        <Hairlines scale={scale} level={level} />
        <div
          className={styles["area"]}
          // A value that keys move along the line: no element of HTML has such a form.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={shown ?? last}
          aria-valuetext={textOf(shown ?? knownFrom(points, last, -1))}
          onKeyDown={press}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={({ pointerType }) => {
            // A finger that is lifted leaves its value to be read, until something else is tapped.
            if (pointerType !== "touch") setIndex(undefined);
          }}
          onPointerCancel={() => setIndex(undefined)}
          onBlur={() => setIndex(undefined)}
        >
          <Drawing places={places} asBars={asBars} />
          {level !== undefined && <Level level={level} scale={scale} />}
          {!asBars && end !== undefined && <span className={styles["end"]} data-end style={placeOf(end)} />}
          <Marks marked={marked} places={places} />
          {here !== undefined && shown !== undefined && (
            <>
              <span className={styles["cross"]} style={leftOf(here)} />
              <span
                className={classNames(styles["end"], marked.has(shown) && styles["on"])}
                style={placeOf(here)}
              />
              <span
                className={classNames(styles["tip"], shown > last / 2 && styles["before"])}
                style={leftOf(here)}
                aria-hidden="true"
              >
                <strong>{format(points[shown]?.value ?? "")}</strong>
                {times.full(points[shown]?.at ?? 0)}
                {wordsOf(marked.get(shown)).map((word) => (
                  <span key={word}>{word}</span>
                ))}
              </span>
            </>
          )}
        </div>
      </div>
      <Ticks points={points} times={times} />
    </>
  );
}

/** Share of the height that the two lines of a level's label need, with the half of a figure next to them. */
const LABEL_SHARE = 0.17;

const shareOf = (height: number): number => 1 - height / HEIGHT;

/** Lines at round figures; one whose figure would be under the label of the level goes without it. */
function Hairlines({ scale, level }: { readonly scale: ChartScale; readonly level: ChartLevel | undefined }) {
  const taken = level === undefined ? undefined : scale.heightOf(level.value);
  return scale.lines.map(({ value, height }) => {
    const isFree = taken === undefined || Math.abs(height - taken) > LABEL_SHARE * HEIGHT;
    return (
      <div
        key={value}
        className={styles["line"]}
        style={{ top: `${shareOf(height) * 100}%` }}
        aria-hidden="true"
      >
        {isFree && <span>{lineText(value, scale.lines)}</span>}
      </div>
    );
  });
}

/** A dotted line across the chart, named at the axis: on the plot its words would cover the line of the chart. */
function Level({ level, scale }: { readonly level: ChartLevel; readonly scale: ChartScale }) {
  const height = scale.heightOf(level.value);
  if (height === undefined) return null;
  return (
    <div className={styles["level"]} style={{ top: `${shareOf(height) * 100}%` }} aria-hidden="true">
      <span>
        <span>{level.label}</span> <span>{level.figure}</span>
      </span>
    </div>
  );
}

interface MarksProps {
  readonly marked: ReadonlyMap<number, readonly ChartMark[]>;
  readonly places: readonly (ChartPlace | undefined)[];
}

/** One mark at a point for purchases and one for sales, several with their number; the crosshair says what they are. */
function Marks({ marked, places }: MarksProps) {
  return [...marked].flatMap(([index, marks]) => {
    const place = places[index];
    if (place === undefined) return [];
    return [...new Set(marks.map(({ kind }) => kind))].map((kind) => (
      <span
        key={`${index}/${kind}`}
        className={classNames(styles["mark"], styles[kind])}
        data-mark={kind}
        style={placeOf(place)}
      >
        {marks.length > 1 && marks.filter((mark) => mark.kind === kind).length}
      </span>
    ));
  });
}

interface DrawingProps extends Pick<PlotProps, "asBars"> {
  readonly places: readonly (ChartPlace | undefined)[];
}

/** A line with the area under it, or a bar for each point. */
function Drawing({ places, asBars }: DrawingProps) {
  const { line, area } = asBars ? { line: "", area: barsPath(places) } : linePaths(places);
  return (
    <svg
      className={styles["drawing"]}
      viewBox={`0 0 ${PATH_SIZE} ${PATH_SIZE}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles[asBars ? "bars" : "filled"]} d={area} />
      <path d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const TICKS = 4;

/** Times along the line, the first and the last among them. */
function Ticks({ points, times }: Pick<PlotProps, "points" | "times">) {
  const last = points.length - 1;
  const span = (points[last]?.at ?? 0) - (points[0]?.at ?? 0);
  const count = Math.min(TICKS, points.length);
  const at = Array.from({ length: count }, (_, tick) =>
    count === 1 ? last : Math.round((tick * last) / (count - 1)),
  );
  return (
    <div className={styles["ticks"]} aria-hidden="true">
      {at.map((index) => (
        <span key={index}>{times.tick(points[index]?.at ?? 0, span, index === last)}</span>
      ))}
    </div>
  );
}

function PointTable({
  label,
  points,
  marks,
  format,
  times,
}: Pick<PlotProps, "label" | "points" | "marks" | "format" | "times">) {
  const marked = marksByIndex(points, marks);
  const last = points.length - 1;
  return (
    // A region that scrolls has to be reached by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles["table"]} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{times.head}</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, value }, row) => (
            <tr key={at}>
              <td>
                {times.full(at)}
                {wordsOf(marked.get(last - row)).map((word) => (
                  <small key={word}>{word}</small>
                ))}
              </td>
              <td>{value === null ? "No price" : format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

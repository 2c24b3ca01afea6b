import { keepPreviousData } from "@tanstack/react-query";
import { NO_TAX_ADVICE, yearWords } from "@wattle/contracts/tax-years";
import type { TaxYears } from "@wattle/contracts/tax";
import { Loaded } from "../controls/loaded.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { TaxMethodChoice } from "./tax-method-choice.tsx";
import { TaxReportView } from "./tax-report-view.tsx";
import type { TaxSearch } from "./tax-search.ts";
import styles from "./tax.module.css";

interface TaxPageProps {
  readonly search: TaxSearch;
  readonly onSearch: (search: TaxSearch) => void;
}

/** Gains and losses of a tax year, by a method that the customer chooses. */
export function TaxPage({ search, onSearch }: TaxPageProps) {
  const years = trpc.tax.years.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <>
      <ScreenHead title="Tax report" lead="Your gains and losses by tax year, ready for your return." />
      <Loaded query={years} what="your tax years" lines={8}>
        {({ years: list }) => {
          const shown =
            list.find(({ year }) => year === search.year) ?? list.find((each) => each.is_complete) ?? list[0];
          return shown === undefined ? (
            <EmptyState emblem={<Emblem of="statement" />} title="No tax report yet">
              Your first one is here once money is in your account.
            </EmptyState>
          ) : (
            <Year list={list} shown={shown} search={search} onSearch={onSearch} />
          );
        }}
      </Loaded>
    </>
  );
}

interface YearProps extends TaxPageProps {
  readonly list: TaxYears["years"];
  readonly shown: TaxYears["years"][number];
}

function Year({ list, shown: { year }, search, onSearch }: YearProps) {
  const asked = { year, ...(search.method !== undefined && { method: search.method }) };
  const report = trpc.tax.report.useQuery(asked, { ...SHOWN_IN_PLACE, placeholderData: keepPreviousData });
  const current = report.data?.year === year ? report.data : undefined;
  return (
    <div className={styles["screen"]}>
      <Card className={styles["choices"]}>
        <div className={styles["chosen"]}>
          <SelectField
            label="Tax year"
            name="year"
            value={String(year)}
            options={list.map((each) => ({
              value: String(each.year),
              label: `${yearWords(each)}${each.is_complete ? "" : " (so far)"}`,
            }))}
            onChange={(chosenYear) => onSearch({ year: Number(chosenYear) })}
          />
        </div>
        <TaxMethodChoice
          year={year}
          chosen={search.method ?? current?.method}
          report={current}
          onChoose={(method) => onSearch({ year, method })}
        />
      </Card>
      <div className={styles["report"]}>
        <Loaded query={{ ...report, data: current }} what="your tax report" lines={10}>
          {(data) => <TaxReportView report={data} />}
        </Loaded>
        <p className={styles["note"]}>{NO_TAX_ADVICE}</p>
      </div>
    </div>
  );
}

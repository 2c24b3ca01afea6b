import { AppFrame } from "../../controls/app-frame.tsx";
import { Skeleton } from "../../controls/skeleton.tsx";
import { MantineFrame } from "../../controls/theme/frame.tsx";
import { Card } from "../../ui/card.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { DeskBar } from "./desk-header.tsx";
import { DeskBrand } from "./desk-nav.tsx";

const nothing = (): void => undefined;

interface DeskShellProps {
  readonly heading: string;
  readonly lead?: string | undefined;
}

/**
 * A screen of the back office before any code has come, drawn at build: the frame without the screens of anyone's roles, the heading,
 * and still lines. Nothing in it can be pressed or read out: the page's code replaces it.
 */
export function DeskShell({ heading, lead }: DeskShellProps) {
  return (
    <div inert data-shell="">
      <MantineFrame>
        <AppFrame
          navOpen={false}
          header={<DeskBar title={heading} navOpen={false} onNav={nothing} onGoTo={nothing} />}
          nav={<DeskBrand />}
        >
          <Screen title={heading} lead={lead}>
            <Card>
              <Skeleton lines={8} />
            </Card>
          </Screen>
        </AppFrame>
      </MantineFrame>
    </div>
  );
}

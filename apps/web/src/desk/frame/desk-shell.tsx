import { AppFrame } from "../../controls/app-frame.tsx";
import { MantineFrame } from "../../controls/theme/frame.tsx";
import { ScreenAhead } from "../parts/desk-screen.tsx";
import { DeskBar } from "./desk-header.tsx";
import { DeskBrand } from "./desk-nav.tsx";

const nothing = (): void => undefined;

interface DeskShellProps {
  readonly heading: string;
}

/**
 * A screen of the desk before any code has come, drawn at build: the frame without the screens of anyone's roles, the heading,
 * and still lines. Nothing in it can be pressed or read out: the page's code replaces it.
 */
export function DeskShell({ heading }: DeskShellProps) {
  return (
    <div inert data-shell="">
      <MantineFrame>
        <AppFrame
          navOpen={false}
          header={<DeskBar title={heading} navOpen={false} onNav={nothing} onGoTo={nothing} />}
          nav={<DeskBrand />}
        >
          <ScreenAhead title={heading} />
        </AppFrame>
      </MantineFrame>
    </div>
  );
}

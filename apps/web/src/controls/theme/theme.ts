import { createTheme, UnstyledButton } from "@mantine/core";
import { FONTS, RADII, SPACES, TEXT_SIZES } from "../../ui/theme/tokens.ts";

const rem = (pixels: number): string => `${pixels / 16}rem`;

/** The tokens as a Mantine theme: sizes from `tokens.ts`, colours through `variables.css`. */
export const theme = createTheme({
  fontFamily: FONTS.body,
  headings: { fontFamily: FONTS.heading, fontWeight: "650" },
  fontSizes: {
    xs: rem(TEXT_SIZES[0]),
    sm: rem(TEXT_SIZES[1]),
    md: rem(TEXT_SIZES[2]),
    lg: rem(TEXT_SIZES[3]),
    xl: rem(TEXT_SIZES[4]),
  },
  spacing: {
    xs: rem(SPACES[1]),
    sm: rem(SPACES[2]),
    md: rem(SPACES[3]),
    lg: rem(SPACES[4]),
    xl: rem(SPACES[5]),
  },
  radius: { sm: `${RADII.control}px`, md: `${RADII.card}px` },
  defaultRadius: "sm",
  respectReducedMotion: true,
  focusRing: "never",
  // Each control brings its own looks. This one is within several of Mantine's, where it cannot be asked for by itself.
  components: { UnstyledButton: UnstyledButton.extend({ defaultProps: { unstyled: true } }) },
});

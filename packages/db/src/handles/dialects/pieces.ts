/** Rows of a statement that are in memory at once, if they are read in pieces. */
export const PIECE_ROWS = 5000;

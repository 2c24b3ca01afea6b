/** Contents of staff's first page. Its shell has it too: painted with the heading, before any code has come. */
export const TODAY_LEAD = "What waits for your roles, how the house is, and what you did last.";

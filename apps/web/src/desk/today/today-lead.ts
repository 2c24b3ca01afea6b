/** Contents of staff's first page. Its shell has it too: painted with the heading, before any code has come. */
export const TODAY_LEAD = "Tasks for your roles, the state of the house, and your last acts.";

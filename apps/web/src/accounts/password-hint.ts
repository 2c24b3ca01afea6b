/** The password's rule in short, under a field for a new one. */
export const PASSWORD_HINT = "8 to 30 characters, with upper and lower case, a number and a symbol";

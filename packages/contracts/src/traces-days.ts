/** For so many days after a closing the account's traces stay, in which a theft is seen: logins, devices, mailed links and emails. */
export const TRACES_DAYS = 30;
